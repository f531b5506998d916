const QUOTED = /(?<=^| )"([^"]+)"(?=$| )/g;
/** Shorter words would match nearly everything, and no index knows them. */
const SHORTEST = 3;
/** PostgreSQL takes seconds to plan a statement with a thousand patterns. */
const MOST_WORDS = 64;

/** What a search text asks for. */
export interface Search {
  /** What the client wrote, without blanks around it, composed as names are. */
  readonly text: string;
  /** LIKE patterns: a row is found when each of them matches, without regard to case, in any searched column. */
  readonly patterns: readonly string[];
}

/**
 * Reads a search text: words of three letters and more, each somewhere in a column; words in double quotes stay together; without such a
 * word the text has to be the whole value of a column.
 * @returns undefined for a blank text, which is no filter
 */
export function readSearch(given: string): Search | undefined {
  const text = given.trim().normalize('NFC');
  if (text === '') return undefined;
  const quoted = [...text.matchAll(QUOTED)].map(([, phrase]) => phrase!);
  const plain = text.replace(QUOTED, ' ').split(/\s+/);
  const words = [...plain, ...quoted].filter((word) => [...word].length >= SHORTEST);
  const patterns = [...new Set(words)].map((word) => `%${literalPattern(word)}%`);
  return { text, patterns: patterns.length > 0 ? patterns : [literalPattern(text)] };
}

/** Whether a search text has no more words than a statement should hold; a word that comes again does not count. */
export function isSearchable(text: string): boolean {
  return (readSearch(text)?.patterns.length ?? 0) <= MOST_WORDS;
}

/** A LIKE pattern that matches exactly the text. */
function literalPattern(text: string): string {
  return text.replace(/[\\%_]/g, String.raw`\$&`);
}
