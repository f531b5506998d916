import type { RefUpdate } from '../git/transport/push-refs.rules.js';

/** Namespaces of the options that other services perform. */
const PERFORMED = /^(?:ci|merge_request|mr)\./;
const OF_MERGE_REQUESTS = /^(?:merge_request|mr)\./;
/** Most UTF-16 units of the options of a push, in the rows of all its refs together. */
const MOST_TEXT = 256 * 1024;
/** Most branches of a push that opens or changes their merge requests, as in the reference. */
const MOST_BRANCHES = 10;

/** Push with its options. */
export interface OptionalPush {
  readonly options: readonly string[];
  readonly updates: readonly Pick<RefUpdate, 'ref' | 'to'>[];
  readonly isByDeployKey: boolean;
}

/** Returns the options of a push that are recorded with its refs. Other ones are for hooks, which Hearth has none of, and ignored. */
export function performedOptions(options: readonly string[]): readonly string[] {
  return options.filter((option) => PERFORMED.test(option));
}

/** Returns the refusal of a push for its options, which are stored with each of its refs. Null: it may continue. */
export function refusalOfOptions({ options, updates, isByDeployKey }: OptionalPush): string | null {
  const recorded = performedOptions(options);
  if (recorded.some((option) => option.includes('\0'))) return 'A push option contains a NUL.';
  const size = recorded.reduce((sum, option) => sum + option.length, 0);
  if (size * updates.length > MOST_TEXT) return 'The push options are too long for a push of so many refs.';
  if (!recorded.some((option) => OF_MERGE_REQUESTS.test(option))) return null;
  // They are performed as the key's creator, who may have more permissions than the key.
  if (isByDeployKey) return 'Deploy keys cannot open or change merge requests by push options.';
  const pushed = updates.filter(({ ref, to }) => ref.startsWith('refs/heads/') && to !== null).length;
  return pushed > MOST_BRANCHES ? `Too many branches pushed (${pushed} were pushed, limit is ${MOST_BRANCHES})` : null;
}
