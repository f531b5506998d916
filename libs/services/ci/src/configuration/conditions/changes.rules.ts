import { expanded, type Values } from '../../pipelines/variables.rules.js';
import { areTexts, checkKeys, field, isBlank, isFields, isGiven, text } from '../checks.rules.js';
import { invalid } from '../configuration-invalid.js';
import type { Globs } from './glob.rules.js';
import type { PlanFacts } from './known-facts.js';

/** Most globs of one condition. */
const MOST_GLOBS = 50;

/** Condition that a changed file matches one of the globs. */
export interface Changes {
  readonly globs: readonly string[];
  /** Branch, tag or commit that the commit is compared with; `''` for the former target of the pushed branch. */
  readonly compareTo: string;
}

/** Data that conditions on files are evaluated with. */
export interface FilesContext {
  readonly variables: Values;
  readonly globs: Globs;
  readonly facts: PlanFacts;
}

/** @throws ConfigurationInvalid */
export function changesIn(place: string, value: unknown): Changes | undefined {
  if (!isGiven(value)) return undefined;
  if (!isFields(value)) return { globs: globsIn(place, value), compareTo: '' };
  checkKeys(place, value, ['paths', 'compare_to']);
  if (!isGiven(field(value, 'paths'))) throw invalid(place, "config can't be blank");
  const compareTo = text(`${place} compare to`, field(value, 'compare_to'));
  return { globs: globsIn(`${place}:paths`, field(value, 'paths')), compareTo: compareTo ?? '' };
}

/** @throws ConfigurationInvalid */
export function existsIn(place: string, value: unknown): readonly string[] | undefined {
  if (!isGiven(value)) return undefined;
  if (!isFields(value)) return globsIn(place, value);
  checkKeys(place, value, ['paths']);
  if (isBlank(value)) throw invalid(place, "config can't be blank");
  return globsIn(`${place}:paths`, field(value, 'paths'));
}

function globsIn(place: string, value: unknown): readonly string[] {
  if (!areTexts(value)) throw invalid(place, 'config should be an array of strings');
  if (value.length > MOST_GLOBS) throw invalid(place, `config is too long (maximum is ${MOST_GLOBS})`);
  return value;
}

/** Returns whether a changed file matches; true when the changes are unknown. @throws ConfigurationInvalid */
export function hasChanged({ globs, compareTo }: Changes, context: FilesContext): boolean {
  const paths = context.facts.changes(expanded(compareTo, context.variables));
  return paths === null || matches(globs, paths, context);
}

/** Returns whether the commit has a file that matches; true when it has too many files. @throws ConfigurationInvalid */
export function hasFile(globs: readonly string[], context: FilesContext): boolean {
  const paths = context.facts.paths();
  return paths === null || matches(globs, paths, context);
}

function matches(globs: readonly string[], paths: readonly string[], { globs: matcher, variables }: FilesContext) {
  return globs.some((glob) => matcher.matchesAny(expanded(glob, variables), paths));
}
