/** Wrong codes in a row before the first lock. */
const FREE = 5;
const FIRST_LOCK_MS = 30_000;
const LONGEST_LOCK_MS = 4 * 60 * 60 * 1000;

/**
 * How long the factor is locked after a wrong code, in milliseconds: nothing for the first ones, then twice as long each time.
 * @param failures wrong codes since the last right one, this one included
 */
export function lockMs(failures: number): number {
  return failures < FREE ? 0 : Math.min(FIRST_LOCK_MS * 2 ** (failures - FREE), LONGEST_LOCK_MS);
}
