/**
 * What is wrong with the length of a text, in the words of the v4 API; empty when nothing is. Length is as people count it: a character
 * beyond the basic plane is one.
 */
export function lengthFailures(text: string, { min = 0, max }: { min?: number; max: number }): string[] {
  const length = [...text].length;
  if (length < min) return [`is too short (minimum is ${min} characters)`];
  return length > max ? [`is too long (maximum is ${max} characters)`] : [];
}
