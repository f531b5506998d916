const QUOTED = /(?<=^| )"([^"]+)"(?=$| )/g;
/** Shorter words would match nearly everything, and no index knows them. */
const SHORTEST = 3;

/** What a search text asks for: all of these words, each somewhere in any column, or one whole value. */
export type Search = { readonly words: readonly string[] } | { readonly whole: string };

/**
 * Reads a search text: words of three letters and more; words in double quotes stay together; without such a word the whole text.
 * @returns undefined for a blank text, which is no filter
 */
export function readSearch(text: string): Search | undefined {
  if (text.trim() === '') return undefined;
  const quoted = [...text.matchAll(QUOTED)].map(([, phrase]) => phrase!);
  const plain = text.replace(QUOTED, ' ').split(/\s+/);
  const words = [...plain, ...quoted].filter((word) => [...word].length >= SHORTEST);
  return words.length > 0 ? { words: [...new Set(words)] } : { whole: text };
}

/** Turns plain text into a LIKE pattern that matches exactly it. */
export function literalPattern(text: string): string {
  return text.replace(/[\\%_]/g, String.raw`\$&`);
}
