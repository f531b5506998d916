import type { Parameter } from '../read-page.js';

const QUOTED = /(?<=^| )"([^"]+)"(?=$| )/g;
/** Shorter words would match nearly every row, and no index supports them. */
const SHORTEST = 3;
/** PostgreSQL takes seconds to plan a statement with a thousand patterns. */
const MOST_WORDS = 64;

/** A parsed search text. */
export interface Search {
  /** The client's text, trimmed and in the Unicode composition of names. */
  readonly text: string;
  /** LIKE patterns: a row matches when each of them matches any searched column, case-insensitively. */
  readonly patterns: readonly string[];
}

/**
 * Parses a search text into words of three letters and more, each of which must occur in a column; words in double quotes stay together.
 * Without such a word the text must equal the whole value of a column.
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

/**
 * SQL condition: every pattern is matched. It is one of three texts, however many patterns there are: the two longest stand by themselves, so that a
 * trigram index finds rows by both, and the others are compared with the rows found.
 * @param isMatched SQL condition of one pattern, given its SQL; `finds` where an index is to find the rows by it
 */
export function everyPattern(
  patterns: readonly string[],
  isMatched: (pattern: string, finds: boolean) => string,
  parameter: Parameter,
): string {
  const byLength = [...patterns].sort((a, b) => b.length - a.length);
  const others = byLength.slice(2);
  return [
    ...byLength.slice(0, 2).map((pattern) => isMatched(`${parameter(pattern)}::text`, true)),
    ...(others.length > 0
      ? [
          `not exists (select from unnest(${parameter(others)}::text[]) as other (pattern)
           where (${isMatched('other.pattern', false)}) is not true)`,
        ]
      : []),
  ].join(' and ');
}

/** SQL condition: every pattern of a search matches one of the columns, case-insensitively. */
export function matches(columns: readonly string[], { patterns }: Search, parameter: Parameter): string {
  const isMatched = (pattern: string) => `(${columns.map((column) => `${column} ilike ${pattern}`).join(' or ')})`;
  return everyPattern(patterns, isMatched, parameter);
}

/** Returns true when a search text has no more words than a statement should contain; repeated words count once. */
export function isSearchable(text: string): boolean {
  return (readSearch(text)?.patterns.length ?? 0) <= MOST_WORDS;
}

/** Returns a LIKE pattern that matches exactly the text. */
function literalPattern(text: string): string {
  return text.replace(/[\\%_]/g, String.raw`\$&`);
}
