import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { newToken } from '@hearth/secrets';
import { parseCookie, stringifySetCookie } from 'cookie';

/** Form of a session id in the cookie, for identity and pages: as `newToken` makes them. */
const SESSION_ID = /^[\w-]{43}$/;

/** A `__Host-` cookie can neither be set nor overwritten by another host of the same domain, nor without TLS. */
function cookieName(baseUrl: string): string {
  return isSecure(baseUrl) ? '__Host-hearth_session' : 'hearth_session';
}

function isSecure(baseUrl: string): boolean {
  return baseUrl.startsWith('https:');
}

/** Returns the session id that a browser has sent; undefined without one. */
export function sessionIdOf({ cookie }: IncomingHttpHeaders, baseUrl: string): string | undefined {
  const id = cookie === undefined ? undefined : parseCookie(cookie)[cookieName(baseUrl)];
  return id !== undefined && SESSION_ID.test(id) ? id : undefined;
}

/**
 * Returns the Set-Cookie header for a session id; null ends the session in the browser. Without a lifetime the browser drops it when it is closed;
 * the server limits the session's lifetime in either case. `Lax`: a link from another site to the consent page finds its user signed in.
 */
export function sessionCookie(id: string | null, baseUrl: string, maxAgeSeconds?: number): string {
  return stringifySetCookie({
    name: cookieName(baseUrl),
    value: id ?? '',
    ...(id === null ? { maxAge: 0 } : maxAgeSeconds !== undefined && { maxAge: maxAgeSeconds }),
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: isSecure(baseUrl),
  });
}

/** The browser that requests a page: signed in or not, its cookie holds a random value that its forms are bound to. */
export class PageSession {
  private constructor(
    readonly id: string,
    /** The browser does not have this id yet. */
    readonly isNew: boolean,
  ) {}

  static of(headers: IncomingHttpHeaders, baseUrl: string): PageSession {
    const id = sessionIdOf(headers, baseUrl);
    return id === undefined ? new PageSession(newToken(), true) : new PageSession(id, false);
  }

  /** Returns the browser with the id of a session that has just been opened. */
  static opened(id: string): PageSession {
    return new PageSession(id, false);
  }

  /** Value of the hidden field `authenticity_token` in every form. It reveals nothing of the id, which scripts cannot read. */
  get csrfToken(): string {
    return createHmac('sha256', this.id).update('authenticity_token').digest('base64url');
  }

  /** Whether a form was made for this browser; false for a browser without a cookie. */
  accepts(csrfToken: unknown): boolean {
    if (this.isNew || typeof csrfToken !== 'string') return false;
    const [sent, expected] = [Buffer.from(csrfToken), Buffer.from(this.csrfToken)];
    return sent.length === expected.length && timingSafeEqual(sent, expected);
  }
}

/**
 * Whether a form was certainly sent by a page of this origin: by the browser's headers, or because it came with the session's cookie, which browsers
 * send with no form of another site.
 */
export function isSurelyFromOwnPage(headers: IncomingHttpHeaders, baseUrl: string): boolean {
  if (!isFromOwnPage(headers, baseUrl)) return false;
  const { origin, 'sec-fetch-site': site } = headers;
  return site === 'same-origin' || origin === new URL(baseUrl).origin || sessionIdOf(headers, baseUrl) !== undefined;
}

/**
 * Whether a form may have been sent by a page of this origin. Browsers send `Origin` with every form; from a page with the referrer policy
 * `no-referrer` it is `null`, and `Sec-Fetch-Site` decides, which they send on secure connections.
 */
export function isFromOwnPage(headers: IncomingHttpHeaders, baseUrl: string): boolean {
  const { origin, 'sec-fetch-site': site } = headers;
  if (site !== undefined && site !== 'same-origin') return false;
  return origin === undefined || origin === 'null' || origin === new URL(baseUrl).origin;
}
