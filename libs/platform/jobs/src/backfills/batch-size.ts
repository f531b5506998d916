/** Longest time in milliseconds that a batch should hold the locks of its rows. */
export const LONGEST_BATCH_MS = 200;
export const FIRST_BATCH = 100;
const LARGEST_BATCH = 10_000;

/** Returns the number of rows of the next batch, given the last one and its duration in milliseconds. */
export function nextBatchSize(rows: number, ms: number): number {
  if (ms > LONGEST_BATCH_MS / 2) return Math.max(1, Math.floor(rows / 2));
  return ms < LONGEST_BATCH_MS / 8 ? Math.min(LARGEST_BATCH, rows * 2) : rows;
}
