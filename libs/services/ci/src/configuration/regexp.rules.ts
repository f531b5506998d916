import { RE2JS } from 're2js';

/** In UTF-16 units. */
const LONGEST = 1_024;
/** Steps that a compiled pattern has at most: its memory, and with the length of a text the time of a match, are in proportion. */
const LARGEST_PROGRAM = 5_000;

/** A pattern of a configuration. It is matched in linear time: it comes from anybody who can push. */
export type Regexp = Pick<RE2JS, 'test' | 'matcher'>;

/** Returns what is between the slashes of `/…/`; undefined for a text that is no regular expression. */
export function patternIn(text: unknown): string | undefined {
  const isPattern = typeof text === 'string' && text.length >= 2 && text.startsWith('/') && text.endsWith('/');
  return isPattern ? text.slice(1, -1) : undefined;
}

/** The pattern of a name with wildcards, `release/*`, as those of protected branches; undefined for one without: no ref has an asterisk. */
export function wildcardPattern(name: string): string | undefined {
  return name.includes('*') ? `^${name.split('*').map(RE2JS.quote).join('.*')}$` : undefined;
}

/** Compiles a pattern; undefined for one that is not valid, too large, or needs backtracking (back references, look-around). */
export function compileRegexp(pattern: string): Regexp | undefined {
  if (pattern.length > LONGEST) return undefined;
  try {
    const compiled = RE2JS.compile(pattern);
    return compiled.programSize() > LARGEST_PROGRAM ? undefined : compiled;
  } catch {
    return undefined;
  }
}
