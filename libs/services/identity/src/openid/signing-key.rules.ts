const DAY_MS = 24 * 60 * 60 * 1_000;

/** For how long a key is published before it signs: clients may keep the list of keys for so long. */
export const PUBLISHED_AHEAD_MS = DAY_MS;
/** After how long a key gets a successor. */
export const REPLACED_AFTER_MS = 90 * DAY_MS;

/** Since when a successor must exist for its predecessor to be removed: it signs by then, and what the other signed has expired. */
export function removableBefore(now: Date): Date {
  return new Date(now.getTime() - 2 * PUBLISHED_AHEAD_MS);
}

/** Whether the newest key is to get a successor. */
export function needsSuccessor(newest: { readonly createdAt: Date }, now: Date): boolean {
  return now.getTime() - newest.createdAt.getTime() >= REPLACED_AFTER_MS;
}

/**
 * The key that signs: the newest that clients have had time to learn of; the first one of all signs at once.
 * @param keys the oldest first
 */
export function signingKeyOf<Key extends { readonly createdAt: Date }>(
  keys: readonly Key[],
  now: Date,
): Key | undefined {
  return keys.findLast(({ createdAt }) => now.getTime() - createdAt.getTime() >= PUBLISHED_AHEAD_MS) ?? keys[0];
}
