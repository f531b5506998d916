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

/** The oldest form that RFC 9110 (5.6.7) knows; it names no zone and means UTC. */
const ASCTIME = /^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d{2}:\d{2}:\d{2} \d{4}$/;
const DATES = [
  /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/,
  /^[A-Z][a-z]+day, \d{2}-[A-Z][a-z]{2}-\d{2} \d{2}:\d{2}:\d{2} GMT$/,
  ASCTIME,
  // As the API itself prints times, and some clients send them back.
  /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/,
];

/**
 * Whether a record was changed after the time that an If-Unmodified-Since names. What is no date is no condition; JavaScript alone would
 * read a date out of nearly every text.
 */
export function isChangedSince(ifUnmodifiedSince: string | undefined, updatedAt: Date): boolean {
  const text = ifUnmodifiedSince ?? '';
  const since = DATES.some((form) => form.test(text))
    ? Date.parse(ASCTIME.test(text) ? `${text} GMT` : text)
    : Number.NaN;
  // The header has no fractions of a second.
  return Math.floor(updatedAt.getTime() / 1000) * 1000 > since;
}
