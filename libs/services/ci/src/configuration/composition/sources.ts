import type { ConfigurationError, Place } from '../configuration-invalid.js';
import { linesOf } from '../yaml.rules.js';

/** A file of a configuration. */
export interface Source {
  /** As messages have it. */
  readonly name: string;
  readonly text: string;
}

/** Lines of files, each read once for all of its errors. */
const known = new WeakMap<Source, ReturnType<typeof linesOf>>();

function linesIn(source: Source): ReturnType<typeof linesOf> {
  const lines = known.get(source) ?? linesOf(source.text);
  known.set(source, lines);
  return lines;
}

/**
 * Returns the messages of errors, with file and line of the entry that each is about: `… (.gitlab-ci.yml:12)`.
 * @param sources in the order in which they are merged: later ones override earlier ones
 */
export function located(errors: readonly ConfigurationError[], sources: readonly Source[]): readonly string[] {
  const placeOf = (job: string): Place | undefined => {
    const source = sources.findLast((each) => linesIn(each).has(job));
    return source && { file: source.name, line: linesIn(source).get(job)!.line };
  };
  return errors.map(({ message, job, at }) => {
    const place = at ?? (job === undefined ? undefined : placeOf(job));
    return place ? `${message} (${place.file}:${place.line})` : message;
  });
}

/** Returns the place of an item of a list below a key, or of the key where the lines of the items are unknown. */
export function placeOfItem(source: Source, key: string, index: number): Place | undefined {
  const lines = linesIn(source).get(key);
  return lines && { file: source.name, line: lines.items[index] ?? lines.line };
}
