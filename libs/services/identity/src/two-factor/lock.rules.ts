/** Number of the consecutive wrong code that causes the first lock. */
const LOCKED_FROM = 5;
const FIRST_LOCK_MS = 30_000;
const LONGEST_LOCK_MS = 4 * 60 * 60 * 1000;

/**
 * Returns the duration of the lock after a wrong code, in milliseconds: 0 for the first ones, then doubled each time.
 * @param failures wrong codes since the last right one, including this one
 */
export function lockMs(failures: number): number {
  return failures < LOCKED_FROM ? 0 : Math.min(FIRST_LOCK_MS * 2 ** (failures - LOCKED_FROM), LONGEST_LOCK_MS);
}
