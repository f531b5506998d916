import { lockMs } from './lock.rules.js';

it.each([
  [1, 0],
  [4, 0],
  [5, 30_000],
  [6, 60_000],
  [7, 120_000],
  [13, 7_680_000],
  [14, 14_400_000],
  [5_000, 14_400_000],
])('locks the second factor after wrong codes for a growing time: %i, %i ms', (failures, locked) => {
  expect(lockMs(failures)).toBe(locked);
});
