import { hash } from 'node:crypto';

/** Computes the tag of a response from its bytes: equal bytes, equal tag. */
export function tagOf(body: Buffer): string {
  return hash('sha1', body, 'base64url');
}

/**
 * Returns true when the client's copy is current: its If-None-Match has the tag, or `*` (RFC 9110, weak comparison).
 * @param etag the tag's value, without quotes
 */
export function etagMatches(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  const tags = ifNoneMatch.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return tags.includes('*') || tags.includes(`"${etag}"`);
}

/** The oldest date format of RFC 9110 (5.6.7); it has no zone and is in UTC. */
const ASCTIME = /^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d{2}:\d{2}:\d{2} \d{4}$/;
const DATES = [
  /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/,
  /^[A-Z][a-z]+day, \d{2}-[A-Z][a-z]{2}-\d{2} \d{2}:\d{2}:\d{2} GMT$/,
  ASCTIME,
  // The format of times in the API's own responses, which some clients send back.
  /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/,
];

/**
 * Returns true when a record was changed after the time of an If-Unmodified-Since. A header that is not a date is ignored; JavaScript alone
 * would parse a date from nearly every text.
 */
export function isChangedSince(ifUnmodifiedSince: string | undefined, updatedAt: Date): boolean {
  const text = ifUnmodifiedSince ?? '';
  const since = DATES.some((form) => form.test(text))
    ? Date.parse(ASCTIME.test(text) ? `${text} GMT` : text)
    : Number.NaN;
  // The header has no fractions of a second.
  return Math.floor(updatedAt.getTime() / 1000) * 1000 > since;
}
