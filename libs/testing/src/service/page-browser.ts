import { CALLER_HEADER } from '@hearth/access';
import type { Principal } from '@hearth/contract-kit';
import type { ServiceApp } from './service-app.js';

const SESSION = `hearth_session=${'a'.repeat(43)}`;
const FLASH = /^hearth_flash=[^;]+/;

/** Response to a browser. */
export interface BrowserAnswer {
  readonly status: number;
  readonly location: string | undefined;
  readonly text: string;
}

/** Browser with a session that reads pages and sends their forms. */
export class PageBrowser {
  constructor(private readonly app: ServiceApp) {}

  /** Cookie with the value that the last form passes to the page of its redirect. */
  private flash = '';

  async visit(who: Principal | null, url: string): Promise<BrowserAnswer> {
    const cookie = [SESSION, this.flash].filter(Boolean).join('; ');
    const { status, headers, body } = await this.app.fetch(who, url, { cookie, accept: 'text/html' });
    return { status, location: headers['location'] as string | undefined, text: body.toString() };
  }

  /**
   * Sends a form with the CSRF token of a page.
   * @param from address of the page
   */
  async send(who: Principal, from: string, to: string, fields: Record<string, string> = {}): Promise<BrowserAnswer> {
    const { text } = await this.visit(who, from);
    const [, token = ''] = /name="authenticity_token" value="([^"]+)"/.exec(text) ?? [];
    return this.post(who, to, { ...fields, authenticity_token: token });
  }

  async post(who: Principal, url: string, fields: Record<string, string>): Promise<BrowserAnswer> {
    const response = await this.app.app.inject({
      method: 'POST',
      url,
      headers: {
        cookie: SESSION,
        accept: 'text/html',
        origin: new URL(this.app.url).origin,
        'content-type': 'application/x-www-form-urlencoded',
        [CALLER_HEADER]: JSON.stringify(who),
      },
      payload: new URLSearchParams(fields).toString(),
    });
    const set = [response.headers['set-cookie'] ?? []].flat();
    this.flash = set.map((each) => FLASH.exec(each)?.[0]).find((each) => each !== undefined) ?? '';
    return { status: response.statusCode, location: response.headers.location, text: response.payload };
  }
}
