import { CALLER_HEADER } from '@hearth/access';
import type { Principal } from '@hearth/contract-kit';
import { tokenHash } from '@hearth/secrets';
import { parseSetCookie } from 'cookie';
import { AuthenticateSession } from '../sessions/authenticate.js';
import { BASE_URL, type IdentityApp } from './identity-app.js';

const COOKIE = 'hearth_session';
const FLASH = 'hearth_flash';

/** Response to a browser: a page or a redirect. */
export interface Visit {
  readonly status: number;
  readonly location: string | undefined;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
}

/** Browser without scripts behind the edge: keeps the cookie, and sends the CSRF token of the last form. */
export class Browser {
  /** The value of the session cookie; undefined before the first page. */
  sessionId: string | undefined;
  /** Flash cookie that the previous page passes to the next one. */
  private flash = '';
  /** CSRF token of the last form. */
  csrfToken = '';

  constructor(private readonly app: IdentityApp) {}

  get(url: string): Promise<Visit> {
    return this.send('GET', url);
  }

  /** Sends a form. Lists are sent as repeated fields. */
  post(
    url: string,
    fields: Readonly<Record<string, string | readonly string[]>> = {},
    headers: Record<string, string> = {},
  ) {
    const form = new URLSearchParams({ authenticity_token: this.csrfToken });
    for (const [name, value] of Object.entries(fields)) {
      form.delete(name);
      for (const each of [value].flat()) form.append(name, each);
    }
    return this.send('POST', url, { origin: BASE_URL, ...headers }, form.toString());
  }

  /** Sends a form and follows its redirect. @returns the page */
  async follow(url: string, fields: Readonly<Record<string, string | readonly string[]>> = {}): Promise<Visit> {
    const { status, location } = await this.post(url, fields);
    if (status !== 303 || location === undefined) throw new Error(`${url} answered ${status} instead of a redirect`);
    return this.get(location);
  }

  /** Sends a form with a file as `multipart/form-data`. An empty name stands for no file, as in browsers. */
  async upload(
    url: string,
    fields: Readonly<Record<string, string>>,
    file: { field: string; name: string; content: Buffer },
  ) {
    const form = new FormData();
    for (const [name, value] of Object.entries({ authenticity_token: this.csrfToken, ...fields }))
      form.append(name, value);
    form.append(file.field, new Blob([new Uint8Array(file.content)]), file.name);
    const encoded = new Request(BASE_URL, { method: 'POST', body: form });
    const headers = { origin: BASE_URL, 'content-type': encoded.headers.get('content-type')! };
    return this.send('POST', url, headers, Buffer.from(await encoded.arrayBuffer()));
  }

  async signIn(login: string, password: string, returnTo?: string): Promise<Visit> {
    await this.get('/users/sign_in');
    return this.post('/users/sign_in', {
      'user[login]': login,
      'user[password]': password,
      ...(returnTo !== undefined && { return_to: returnTo }),
    });
  }

  /** Returns the principal of the browser's session; null without one. */
  async principal(): Promise<Principal | null> {
    if (this.sessionId === undefined) return null;
    const authentication = await this.app.get(AuthenticateSession).execute(tokenHash(this.sessionId));
    return authentication.outcome === 'accepted' && 'principal' in authentication ? authentication.principal : null;
  }

  private async send(
    method: 'GET' | 'POST',
    url: string,
    headers: Record<string, string> = {},
    form?: string | Buffer,
  ): Promise<Visit> {
    const response = await this.app.app.inject({
      method,
      url,
      headers: {
        [CALLER_HEADER]: JSON.stringify(await this.principal()),
        ...(this.sessionId !== undefined && { cookie: `${COOKIE}=${this.sessionId}; ${FLASH}=${this.flash}` }),
        ...(form !== undefined && { 'content-type': 'application/x-www-form-urlencoded' }),
        ...headers,
      },
      ...(form !== undefined && { payload: form }),
    });
    for (const { name, value = '' } of [response.headers['set-cookie'] ?? []]
      .flat()
      .map((each) => parseSetCookie(each))) {
      if (name === FLASH) this.flash = value;
      else this.sessionId = value || undefined;
    }
    this.csrfToken = /name="authenticity_token" value="([^"]+)"/.exec(response.payload)?.[1] ?? this.csrfToken;
    const location = response.headers.location as string | undefined;
    return { status: response.statusCode, location, headers: response.headers, text: response.payload };
  }
}
