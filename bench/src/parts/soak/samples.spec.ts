import { growthOf } from './samples.js';

it.each([
  ['a start that fills caches, then nothing', [10, 50, 90, 100, 100, 100, 100, 100, 100], 0],
  ['noise', [100, 100, 100, 101, 99, 100, 100, 99, 101], 0.003],
  ['a leak', [0, 0, 0, 100, 110, 120, 130, 140, 150], 0.4],
  ['nothing at all', [0, 0, 0], 0],
])('the growth of %s', (_, values, growth) => {
  expect(growthOf(values)).toBeCloseTo(growth, 2);
});
