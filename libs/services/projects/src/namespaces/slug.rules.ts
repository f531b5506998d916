/** Letters without a decomposition to ASCII. */
const ASCII: Record<string, string> = {
  ...{ ß: 'ss', æ: 'ae', ø: 'o', đ: 'd', ð: 'd', þ: 'th', ħ: 'h', ı: 'i', ĳ: 'ij', ĸ: 'k', ł: 'l', ŀ: 'l', ŉ: "'n" },
  ...{ ŋ: 'ng', œ: 'oe', ŧ: 't', ƶ: 'z' },
};
const MARKS = /\p{Mn}/gu;
const FOREIGN = /[^\0-\x7f]/gu;

/**
 * Path derived from a project's name: lower-case ASCII, everything but letters, digits and `_` turned into single dashes. Empty where no
 * character of the name is left, as for a name in another script.
 */
export function slugOf(name: string): string {
  return name
    .toLowerCase()
    .normalize('NFD')
    .replace(MARKS, '')
    .replace(FOREIGN, (letter) => ASCII[letter] ?? '-')
    .replace(/[^a-z0-9_-]+/g, '-')
    .replace(/-{2,}/g, '-')
    .replace(/^-|-$/g, '');
}
