import { nextBatchSize } from './batch-size.js';

describe('the next batch', () => {
  it.each([
    ['is smaller after one that took long', 1_000, 150, 500],
    ['has a row at least', 1, 900, 1],
    ['stays as it is', 1_000, 50, 1_000],
    ['is larger after one that was quick', 1_000, 10, 2_000],
    ['has ten thousand rows at most', 8_000, 10, 10_000],
  ])('%s', (_case, rows, ms, next) => {
    expect(nextBatchSize(rows, ms)).toBe(next);
  });
});
