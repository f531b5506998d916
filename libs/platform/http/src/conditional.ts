import { hash } from 'node:crypto';

/** A tag for an answer that is made afresh each time: equal bytes, equal tag. */
export function tagOf(body: Buffer): string {
  return hash('sha1', body, 'base64url');
}

/**
 * Whether the client has what it asks for: its If-None-Match names the tag, or any (RFC 9110, weak comparison).
 * @param etag the tag's value, without quotes
 */
export function alreadyHas(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  const tags = ifNoneMatch.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return tags.includes('*') || tags.includes(`"${etag}"`);
}
