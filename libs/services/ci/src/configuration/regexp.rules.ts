import { RE2JS } from 're2js';
import { ConfigurationInvalid } from './configuration-invalid.js';

/** In UTF-16 units. */
const LONGEST = 1_024;
/** Most steps of one pattern. The time of a match is proportional to them and to the length of the text. */
const MOST_STEPS = 5_000;
/** Most steps of all patterns of a configuration. */
const MOST_STEPS_OF_FILE = 10_000;
/** Compiling a Unicode property takes as long as that many other steps. */
const STEPS_OF_PROPERTY = 30;
/** A part of a pattern: quoted text, an escape, a class, a repetition, or a single character. */
const PART =
  /\(\?(?:[a-z-]*:|P?<\w+>)|\\Q.*?(?:\\E|$)|\\[pP](?:\{[^}]*\}|.)|\\x\{[^}]*\}|\\.|\[\^?\]?(?:\\.|[^\]\\])*\]?|\{(?<least>\d+)(?:,(?<most>\d*))?\}|./gsu;

/** Pattern of a configuration. Every user with push access can write one, so it is matched in linear time. */
export type Regexp = Pick<RE2JS, 'test' | 'matcher'>;

/** Returns the text between the slashes of `/…/`; undefined for a text that is no regular expression. */
export function patternIn(text: unknown): string | undefined {
  const isPattern = typeof text === 'string' && text.length >= 2 && text.startsWith('/') && text.endsWith('/');
  return isPattern ? text.slice(1, -1) : undefined;
}

/** Returns the pattern of a name with wildcards, `release/*`, as for protected branches; undefined for a name without: no ref has an asterisk. */
export function wildcardPattern(name: string): string | undefined {
  return name.includes('*') ? `^${name.split('*').map(RE2JS.quote).join('.*')}$` : undefined;
}

/** Compiles a pattern; returns undefined for one that is invalid, too large, or needs backtracking (back references, look-around). */
export function compileRegexp(pattern: string): RE2JS | undefined {
  if (pattern.length > LONGEST || stepsOf(pattern) > MOST_STEPS) return undefined;
  try {
    return RE2JS.compile(pattern);
  } catch {
    return undefined;
  }
}

/**
 * Estimates the steps of a compiled pattern without compiling it. Compiling takes seconds for nested repetitions: `(x*){999}` is compiled as
 * a thousand stars.
 */
export function stepsOf(pattern: string): number {
  /** Steps of the open groups, the innermost one last. */
  const groups = [0];
  const add = (steps: number) => (groups[groups.length - 1]! += steps);
  let last = 0;
  for (const { 0: part, groups: repetition } of pattern.matchAll(PART)) {
    const { least, most } = repetition!;
    if (least !== undefined) {
      const times = Math.max(1, Number(least), Number(most ?? 0));
      // An optional part adds a branch.
      const repeated = times * (last + (most === undefined ? 0 : 1));
      add(repeated - last);
      last = repeated;
    } else if (part.startsWith('(')) {
      groups.push(2);
    } else {
      last = part === ')' && groups.length > 1 ? groups.pop()! : partSteps(part);
      add(last);
    }
  }
  return groups.reduce((sum, steps) => sum + steps, 0);
}

function partSteps(part: string): number {
  const properties = part.match(/\\p/gi)?.length ?? 0;
  return properties * STEPS_OF_PROPERTY + (part.startsWith('\\Q') ? part.length : 1);
}

/** Patterns of one configuration. Each is compiled once, even if aliases repeat it, and their total is bounded. */
export class Patterns {
  readonly #compiled = new Map<string, Regexp | undefined>();
  #steps = 0;

  /** Like `compileRegexp`. @throws ConfigurationInvalid */
  compile(pattern: string): Regexp | undefined {
    if (!this.#compiled.has(pattern)) {
      this.#checkSteps();
      const regexp = compileRegexp(pattern);
      this.#steps += regexp ? stepsOf(pattern) : 0;
      this.#checkSteps();
      this.#compiled.set(pattern, regexp && cachingLast(regexp));
    }
    return this.#compiled.get(pattern);
  }

  #checkSteps(): void {
    if (this.#steps > MOST_STEPS_OF_FILE)
      throw new ConfigurationInvalid('The regular expressions are too large together');
  }
}

/** Caches the last answer: many jobs test the same ref. */
function cachingLast(regexp: RE2JS): Regexp {
  let last: { readonly text: string; readonly matches: boolean } | undefined;
  return {
    matcher: (text) => regexp.matcher(text),
    test(text) {
      if (last?.text !== text) last = { text: text as string, matches: regexp.test(text) };
      return last.matches;
    },
  };
}
