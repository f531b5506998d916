import type { Answer } from '@hearth/testing';
import { hearth } from './hearth.js';
import type { Person } from './people.js';

/** An OAuth application as registered: its id and secret. */
export interface RegisteredClient {
  readonly uid: string;
  readonly secret: string;
}

/** A browser without scripts: a cookie, and the fields of the last form. */
export class Browser {
  private cookie = '';
  private token = '';

  async get(path: string): Promise<Answer> {
    return this.seen(await hearth.anonymous.send('GET', path, { headers: { cookie: this.cookie } }));
  }

  async post(path: string, fields: Record<string, string>): Promise<Answer> {
    const form = { authenticity_token: this.token, ...fields };
    const headers = { cookie: this.cookie, origin: hearth.url };
    return this.seen(await hearth.anonymous.send('POST', path, { headers, form }));
  }

  /** Sends a form that redirects to another page. @returns that page */
  async follow(path: string, fields: Record<string, string> = {}): Promise<Answer> {
    return this.get((await this.post(path, fields)).expect(303).headers['location']!);
  }

  /** Signs in on the way to a page that requires it. @returns the target of the sign-in's redirect */
  async signIn({ username, password }: Person, path: string): Promise<string> {
    const page = await this.get(path);
    const { pathname, searchParams } = new URL(page.expect(303).headers['location']!, hearth.url);
    await this.get(`${pathname}?${searchParams}`);
    const fields = { 'user[login]': username, 'user[password]': password, return_to: searchParams.get('return_to')! };
    return (await this.post(pathname, fields)).expect(303).headers['location']!;
  }

  /**
   * Registers an application of the current user.
   * @param fields of the form, by name
   */
  async register(fields: Record<string, string>): Promise<RegisteredClient> {
    await this.get('/-/profile/applications');
    const { text } = (await this.follow('/oauth/applications', { name: 'Journey', ...fields })).expect(200);
    const [uid, secret] = [...text.matchAll(/<code[^>]*>([0-9a-f]{64})<\/code>/g)].map(([, value]) => value!);
    return { uid: uid!, secret: secret! };
  }

  private seen(answer: Answer): Answer {
    for (const [cookie, name] of (answer.headers['set-cookie'] ?? '').matchAll(/(hearth_\w+)=[\w-]+/g)) {
      const others = this.cookie.split('; ').filter((each) => each && !each.startsWith(`${name}=`));
      this.cookie = [...others, cookie].join('; ');
    }
    this.token = /name="authenticity_token" value="([^"]+)"/.exec(answer.text)?.[1] ?? this.token;
    return answer;
  }
}
