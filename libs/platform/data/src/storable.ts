/** An escape in JSON of what PostgreSQL cannot hold: NUL, or half of a surrogate pair. */
const ESCAPED = /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f][0-9a-f]{2})/;

/**
 * A text as PostgreSQL can hold it: without NUL and lone surrogates.
 * @param length most UTF-16 units that are kept
 */
export function storableText(text: string, length = Infinity): string {
  return text.replaceAll('\0', '').slice(0, length).toWellFormed();
}

/** Whether PostgreSQL can hold a value as jsonb. */
export function isStorable(value: unknown): boolean {
  return !ESCAPED.test(JSON.stringify(value) ?? '');
}
