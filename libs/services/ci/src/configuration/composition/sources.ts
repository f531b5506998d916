import { lineOf } from '../yaml.rules.js';

/** A file of a configuration. */
export interface Source {
  /** As messages have it. */
  readonly name: string;
  readonly text: string;
}

/**
 * Returns the message of an error, with the file and line of the job that it is about: `… (.gitlab-ci.yml:12)`.
 * @param sources in the order in which they are merged: later ones override earlier ones
 */
export function located(
  { message, job }: { readonly message: string; readonly job?: string | undefined },
  sources: readonly Source[],
): string {
  if (job === undefined) return message;
  for (const { name, text } of sources.toReversed()) {
    const line = lineOf(text, job);
    if (line !== undefined) return `${message} (${name}:${line})`;
  }
  return message;
}
