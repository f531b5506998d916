import { CALLER_HEADER } from '@hearth/access';
import type { Principal } from '@hearth/contract-kit';
import { BASE_URL } from '@hearth/testing';
import type { CiApp } from './ci-app.js';

/** Length of a session id. */
const SESSION_LENGTH = 43;

/** Response to a browser: a page or a redirect. */
export interface Visit {
  readonly status: number;
  readonly location: string | undefined;
  readonly type: string | undefined;
  readonly text: string;
}

/** Browser of a user behind the edge: keeps its session, and sends the CSRF token of the last form. */
export class PageBrowser {
  private csrfToken = '';

  /** @param caller null: anonymous */
  constructor(
    private readonly app: CiApp,
    private readonly caller: Principal | null,
  ) {}

  get(url: string): Promise<Visit> {
    return this.send('GET', url);
  }

  post(url: string, fields: Readonly<Record<string, string>> = {}): Promise<Visit> {
    return this.send('POST', url, new URLSearchParams({ authenticity_token: this.csrfToken, ...fields }).toString());
  }

  private async send(method: 'GET' | 'POST', url: string, form?: string): Promise<Visit> {
    const sent = { origin: BASE_URL, 'content-type': 'application/x-www-form-urlencoded' };
    const { statusCode, headers, payload } = await this.app.app.inject({
      method,
      url,
      headers: {
        [CALLER_HEADER]: JSON.stringify(this.caller),
        accept: 'text/html',
        ...(this.caller && { cookie: `hearth_session=${this.caller.username.padEnd(SESSION_LENGTH, '-')}` }),
        ...(form !== undefined && sent),
      },
      ...(form !== undefined && { payload: form }),
    });
    this.csrfToken = /name="authenticity_token" value="([^"]+)"/.exec(payload)?.[1] ?? this.csrfToken;
    const { location, 'content-type': type } = headers;
    return { status: statusCode, location, type: type as string | undefined, text: payload };
  }
}
