/** Milliseconds for which a git of a killed process may still move refs. */
export const ORPHAN_MS = 10_000;
