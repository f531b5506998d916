import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { parseCookie, stringifySetCookie } from 'cookie';

/** Lifetime of a value that one page passes to the next, where no other is given: shown once, and kept in the browser only. */
const LIFETIME_SECONDS = 60;
const ALGORITHM = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Returns the cookie's name. With `__Secure-` browsers do not set it without TLS. */
function cookieName(baseUrl: string): string {
  return baseUrl.startsWith('https:') ? '__Secure-hearth_flash' : 'hearth_flash';
}

/**
 * Returns the Set-Cookie header that passes a value to the page at a path. It is encrypted with a key derived from the session's cookie, so it is of
 * no use without that, or after a sign-out.
 * @param value of at most some hundred bytes, as JSON; undefined removes the cookie
 */
export function flashCookie(
  sessionId: string,
  path: string,
  value: unknown,
  baseUrl: string,
  lifetimeSeconds = LIFETIME_SECONDS,
): string {
  return stringifySetCookie({
    name: cookieName(baseUrl),
    value: value === undefined ? '' : sealed(sessionId, JSON.stringify(value)),
    maxAge: value === undefined ? 0 : lifetimeSeconds,
    path,
    httpOnly: true,
    sameSite: 'lax',
    secure: baseUrl.startsWith('https:'),
  });
}

/** Returns the value that the previous page has passed; undefined without one, or with that of another session. */
export function flashOf({ cookie }: IncomingHttpHeaders, sessionId: string, baseUrl: string): unknown {
  const given = cookie === undefined ? undefined : parseCookie(cookie)[cookieName(baseUrl)];
  return given ? opened(sessionId, given) : undefined;
}

function sealed(sessionId: string, text: string): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(ALGORITHM, keyOf(sessionId), iv);
  const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), encrypted]).toString('base64url');
}

function opened(sessionId: string, given: string): unknown {
  const bytes = Buffer.from(given, 'base64url');
  const body = IV_BYTES + TAG_BYTES;
  if (bytes.length <= body) return undefined;
  try {
    const decipher = createDecipheriv(ALGORITHM, keyOf(sessionId), bytes.subarray(0, IV_BYTES));
    decipher.setAuthTag(bytes.subarray(IV_BYTES, body));
    return JSON.parse(Buffer.concat([decipher.update(bytes.subarray(body)), decipher.final()]).toString()) as unknown;
  } catch {
    return undefined;
  }
}

function keyOf(sessionId: string): Buffer {
  return createHmac('sha256', sessionId).update('flash').digest();
}
