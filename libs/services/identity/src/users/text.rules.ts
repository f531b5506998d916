/** Length as people count it: a character beyond the basic plane is one. */
function lengthOf(text: string): number {
  return [...text].length;
}

/** What is wrong with the length of a text, in the words of the v4 API; undefined when nothing is. */
export function lengthFailure(text: string, { min = 0, max }: { min?: number; max: number }): string | undefined {
  const length = lengthOf(text);
  if (length < min) return `is too short (minimum is ${min} characters)`;
  if (length > max) return `is too long (maximum is ${max} characters)`;
  return undefined;
}
