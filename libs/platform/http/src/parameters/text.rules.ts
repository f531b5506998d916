/**
 * Returns the failures of a text's length, in the words of the v4 API; empty when it is valid. Length is in code points: a character beyond the basic
 * plane counts once.
 */
export function lengthFailures(text: string, { min = 0, max }: { min?: number; max: number }): string[] {
  // A character is two units at most; a text of many megabytes would become an array of as many.
  const length = [...text.slice(0, 2 * Math.max(min, max) + 2)].length;
  if (length < min) return [`is too short (minimum is ${min} characters)`];
  return length > max ? [`is too long (maximum is ${max} characters)`] : [];
}
