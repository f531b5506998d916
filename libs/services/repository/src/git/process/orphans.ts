/** A process that was killed may have left a git behind that is still moving refs; after this time it is not. */
export const ORPHAN_MS = 10_000;
