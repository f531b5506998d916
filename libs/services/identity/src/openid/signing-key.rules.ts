const DAY_MS = 24 * 60 * 60 * 1_000;

/** Time between the publication of a key and its first signature, in which clients may cache the list of keys. */
export const PUBLISHED_AHEAD_MS = DAY_MS;
/** Age at which a key gets a successor. */
export const REPLACED_AFTER_MS = 90 * DAY_MS;

/** Returns the latest creation time of a successor whose predecessor can be removed: the successor signs, and all older id_tokens have expired. */
export function removableBefore(now: Date): Date {
  return new Date(now.getTime() - 2 * PUBLISHED_AHEAD_MS);
}

/** Returns whether the newest key is due for a successor. */
export function needsSuccessor(newest: { readonly createdAt: Date }, now: Date): boolean {
  return now.getTime() - newest.createdAt.getTime() >= REPLACED_AFTER_MS;
}

/**
 * Returns the key that signs: the newest that was published long enough. The very first key signs at once.
 * @param keys ordered by age, the oldest first
 */
export function signingKeyOf<Key extends { readonly createdAt: Date }>(
  keys: readonly Key[],
  now: Date,
): Key | undefined {
  return keys.findLast(({ createdAt }) => now.getTime() - createdAt.getTime() >= PUBLISHED_AHEAD_MS) ?? keys[0];
}
