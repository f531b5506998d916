/** A JSON escape that PostgreSQL cannot store: NUL, or half of a surrogate pair. */
const ESCAPED = /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f][0-9a-f]{2})/;

/**
 * Removes the characters that PostgreSQL cannot store from a text: NUL and lone surrogates.
 * @param length most UTF-16 units that are kept
 */
export function storableText(text: string, length = Infinity): string {
  return text.replaceAll('\0', '').slice(0, length).toWellFormed();
}

/** Returns true when PostgreSQL can store the text in a UTF-8 database. */
export function isStorableText(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

/** Returns true when PostgreSQL can store the value as jsonb. */
export function isStorableJson(value: unknown): boolean {
  return !ESCAPED.test(JSON.stringify(value) ?? '');
}
