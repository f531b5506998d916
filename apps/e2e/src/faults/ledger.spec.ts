import type { Effect } from '@hearth/testing';
import { mistakesOf } from './ledger.js';

describe('the ledger', () => {
  const effect = (key: number, step: number): Effect => ({
    handler: 'repository/first',
    key,
    step,
    attempt: 1,
    process: 1,
    appendedAt: 0,
    handledAt: 0,
  });
  const ledger = new Map([
    [1, 3],
    [2, 1],
  ]);
  const complete = [effect(1, 1), effect(2, 1), effect(1, 2), effect(1, 3)];

  it('finds nothing wrong when every step is there once and in order', () => {
    expect(mistakesOf(complete, ledger)).toEqual([]);
  });

  it.each([
    ['a lost step', complete.toSpliced(2, 1), 'key 1, step 2: 0 effects'],
    ['a lost key', complete.toSpliced(1, 1), 'key 2, step 1: 0 effects'],
    ['a step that came twice', [...complete, effect(2, 1)], 'key 2, step 1: 2 effects'],
    ['steps out of order', [effect(1, 2), effect(2, 1), effect(1, 1), effect(1, 3)], 'key 1: step 1 came after step 2'],
    ['a step that was not written', [...complete, effect(2, 2)], 'key 2: steps 2 were never written'],
    ['a key that was not written', [...complete, effect(7, 1)], 'key 7 was never written'],
  ])('finds %s', (_what, effects, mistake) => {
    expect(mistakesOf(effects, ledger)).toEqual([mistake]);
  });
});
