import type { ConfigurationError } from '../configuration-invalid.js';
import { linesOf } from '../yaml.rules.js';

/** A file of a configuration. */
export interface Source {
  /** As messages have it. */
  readonly name: string;
  readonly text: string;
}

/**
 * Returns the messages of errors, with file and line of the job that each is about: `… (.gitlab-ci.yml:12)`.
 * @param sources in the order in which they are merged: later ones override earlier ones
 */
export function located(errors: readonly ConfigurationError[], sources: readonly Source[]): readonly string[] {
  const read = new Map<Source, ReadonlyMap<string, number>>();
  const linesIn = (source: Source) => {
    const lines = read.get(source) ?? linesOf(source.text);
    read.set(source, lines);
    return lines;
  };
  return errors.map(({ message, job }) => {
    const source = job === undefined ? undefined : sources.findLast((each) => linesIn(each).has(job));
    return source ? `${message} (${source.name}:${linesIn(source).get(job!)!})` : message;
  });
}
