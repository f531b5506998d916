import { Refusal, type RefusalRecord } from '@hearth/contract-kit';
import { readConfig } from './changelog-config.params.js';
import type { ChangelogConfig } from './changelog-config.rules.js';
import { previousTag } from './version.rules.js';

// Program of the threads of ChangelogThreads.

/** Input of {@link lastTag}. */
export interface TagSearch {
  readonly version: string;
  readonly tags: readonly string[];
  readonly tagRegex: string;
}

/** Result of a task. A refusal crosses the border of a thread as a record only. */
export type Told<Result> = { readonly result: Result } | { readonly refusal: RefusalRecord };

export function config(text: string): Told<ChangelogConfig> {
  return told(() => readConfig(text));
}

export function lastTag({ version, tags, tagRegex }: TagSearch): Told<string> {
  return told(() => previousTag(version, tags, tagRegex));
}

function told<Result>(run: () => Result): Told<Result> {
  try {
    return { result: run() };
  } catch (error) {
    if (error instanceof Refusal) return { refusal: error.toRecord() };
    throw error;
  }
}
