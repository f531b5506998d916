import { RE2JS } from 're2js';
import type { Patterns } from '../regexp.rules.js';

/** Parts of a glob: directories of any depth, wildcards, classes, alternatives, escaped and single characters. */
const PART = /\*\*\/|\*+|\?|\[(?<negated>[!^]?)(?<members>\]?[^\][/]*)\]|[{},]|\\(?<escaped>.)|./gsu;

/** Returns the pattern of a glob; undefined for a path without wildcards. `*` and `?` match no slash, `**` any path. */
export function globPattern(glob: string): string | undefined {
  if (!/[*?[{\\]/.test(glob)) return undefined;
  let depth = 0;
  const parts = [...glob.matchAll(PART)].map(({ 0: part, groups }) => {
    const { negated, members, escaped } = groups!;
    if (part === '**/') return '(?:.*/)?';
    if (part === '**') return '.*';
    if (part.startsWith('*')) return '[^/]*';
    if (part === '?') return '[^/]';
    if (members !== undefined) return `[${negated ? '^' : ''}${members.replace(/[\\[\]^]/g, '\\$&')}]`;
    if (part === '{') {
      depth += 1;
      return '(?:';
    }
    if (depth > 0 && part === '}') {
      depth -= 1;
      return ')';
    }
    return depth > 0 && part === ',' ? '|' : RE2JS.quote(escaped ?? part);
  });
  return `^(?s)${parts.join('')}$`;
}

/** All files below a folder, the glob of most conditions: no pattern is compiled for it. */
const FOLDER = /^([^*?[{\\]+\/)\*\*(?:\/\*)?$/;

/** Beginning of a glob that paths have to begin with: patterns take longer to compile than all other parts of a plan. */
const BEGINNING = /^[^*?[{\\]*/;

/** Comparisons of a path with a pattern in one plan; beyond it a pattern counts as matching. */
const MOST_COMPARISONS = 200_000;

/** Matches the globs of a configuration with lists of paths. Each glob is compared with a list once, and the total is bounded. */
export class Globs {
  readonly #answers = new Map<readonly string[], Map<string, boolean>>();
  readonly #sets = new Map<readonly string[], ReadonlySet<string>>();
  #left = MOST_COMPARISONS;

  constructor(private readonly patterns: Patterns) {}

  /** Returns whether a glob matches one of the paths. @throws ConfigurationInvalid */
  matchesAny(glob: string, paths: readonly string[]): boolean {
    const answers = this.#answers.get(paths) ?? new Map<string, boolean>();
    this.#answers.set(paths, answers);
    const answer = answers.get(glob) ?? this.#compare(glob, paths);
    answers.set(glob, answer);
    return answer;
  }

  #compare(glob: string, paths: readonly string[]): boolean {
    const [, folder] = FOLDER.exec(glob) ?? [];
    if (folder !== undefined) return paths.some((path) => path.startsWith(folder));
    const pattern = globPattern(glob);
    if (pattern === undefined) return this.#setOf(paths).has(glob);
    const [beginning] = BEGINNING.exec(glob)!;
    const candidates = paths.filter((path) => path.startsWith(beginning));
    const regexp = candidates.length === 0 ? undefined : this.patterns.compile(pattern);
    if (!regexp) return false;
    this.#left -= candidates.length;
    return this.#left < 0 || candidates.some((path) => regexp.test(path));
  }

  #setOf(paths: readonly string[]): ReadonlySet<string> {
    const set = this.#sets.get(paths) ?? new Set(paths);
    this.#sets.set(paths, set);
    return set;
  }
}
