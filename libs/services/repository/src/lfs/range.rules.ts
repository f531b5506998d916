import type { ByteRange } from '@hearth/objects';

const RANGE = /^bytes=(?<first>[0-9]*)-(?<last>[0-9]*)$/;

/**
 * Reads the header `Range` of a download (RFC 9110, 14.2).
 * @param size of the object, in bytes
 * @returns null for the whole object: without the header, with several ranges, and for what is no range; undefined when the object has no byte of it
 */
export function rangeOf(header: string | undefined, size: number): ByteRange | null | undefined {
  const { first, last } = RANGE.exec(header ?? '')?.groups ?? {};
  if (first === undefined || last === undefined || (first === '' && last === '')) return null;
  if (first === '') {
    const length = Math.min(Number(last), size);
    return length === 0 ? undefined : { start: size - length, end: size };
  }
  const start = Number(first);
  if (last !== '' && Number(last) < start) return null;
  return start < size ? { start, end: last === '' ? size : Math.min(Number(last) + 1, size) } : undefined;
}
