import type { Answer } from '@hearth/testing';
import { hearth } from './hearth.js';
import type { Person } from './people.js';

/** An application as its developer knows it. */
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

  /** Sends a form that leads to another page. @returns that page */
  async follow(path: string, fields: Record<string, string> = {}): Promise<Answer> {
    return this.get((await this.post(path, fields)).expect(303).headers['location']!);
  }

  /** Signs in on the way to a page that asks for it. @returns where the sign-in leads */
  async signIn({ username, password }: Person, path: string): Promise<string> {
    const page = await this.get(path);
    const { pathname, searchParams } = new URL(page.expect(303).headers['location']!, hearth.url);
    await this.get(`${pathname}?${searchParams}`);
    const fields = { 'user[login]': username, 'user[password]': password, return_to: searchParams.get('return_to')! };
    return (await this.post(pathname, fields)).expect(303).headers['location']!;
  }

  /**
   * Registers an application of whoever is signed in.
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
