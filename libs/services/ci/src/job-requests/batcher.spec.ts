import { mock } from 'node:test';
import { CallFailed } from '@hearth/calls';
import { UsersByIdsQuery } from '@hearth/identity-contracts';
import { currentOrigin, withOrigin, type Origin } from '@hearth/telemetry';
import { ALONE, Batcher } from './batcher.js';

/** A batch that contains 0 fails; 99 is handled alone. */
const [FAILS, LATER] = [0, 99];

/** Returns a batcher of at most three calls, its batches so far, and a function that ends the batches at these places. */
function held(error = new Error('failed')) {
  const batches: (readonly number[])[] = [];
  const ends: (() => void)[] = [];
  const batcher = new Batcher<number, number>(async (inputs, isAlone) => {
    batches.push(inputs);
    await new Promise<void>((resolve) => ends.push(resolve));
    if (inputs.includes(FAILS)) throw error;
    return inputs.map((input) => (input === LATER && !isAlone ? ALONE : input * 10));
  }, 3);
  const end = async (...places: number[]) => {
    for (const place of places) ends[place]!();
    await new Promise(setImmediate);
  };
  return { batcher, batches, end };
}

describe('a batcher', () => {
  it('handles the calls together that arrive while a batch runs, at most so many', async () => {
    const { batcher, batches, end } = held();
    const outputs = Promise.all([1, 2, 3, 4, 5].map((input) => batcher.run(input)));
    expect(batches).toEqual([[1]]);
    for (const place of [0, 1, 2]) await end(place);
    expect(batches).toEqual([[1], [2, 3, 4], [5]]);
    expect(await outputs).toEqual([10, 20, 30, 40, 50]);
    void batcher.run(6);
    expect(batches.at(-1)).toEqual([6]);
  });

  it('does not let calls of different keys wait for each other', () => {
    const { batcher, batches } = held();
    for (const key of ['a', 'b', 'a']) void batcher.run(1, key);
    expect(batches).toEqual([[1], [1]]);
  });

  it('handles each call of a failed batch alone, beside the next batch', async () => {
    const { batcher, batches, end } = held();
    const outputs = Promise.allSettled([1, 2, FAILS, 3, 4].map((input) => batcher.run(input)));
    await end(0);
    await end(1);
    expect(batches).toEqual([[1], [2, FAILS, 3], [2], [FAILS], [3], [4]]);
    await end(2, 3, 4, 5);
    expect(await outputs).toMatchObject([
      ...[{ value: 10 }, { value: 20 }, { reason: { message: 'failed' } }, { value: 30 }, { value: 40 }],
    ]);
  });

  it('handles calls alone that a batch leaves, four at a time, beside the next batch', async () => {
    const { batcher, batches, end } = held();
    const outputs = Promise.all([1, ...Array<number>(5).fill(LATER), 2].map((input) => batcher.run(input)));
    await end(0);
    await end(1);
    expect(batches.slice(2)).toEqual([[LATER], [LATER], [LATER], [LATER, LATER, 2]]);
    await end(5);
    expect(batches.slice(6)).toEqual([[LATER]]);
    await end(2, 3, 4, 6);
    await end(7);
    expect(batches.length).toBe(8);
    expect(await outputs).toEqual([10, ...Array<number>(5).fill(990), 20]);
  });

  it('fails all calls of a batch whose call to another service has failed', async () => {
    const { batcher, batches, end } = held(new CallFailed(UsersByIdsQuery, 'no answer within 5 ms'));
    const outputs = Promise.allSettled([1, 2, FAILS, 3].map((input) => batcher.run(input)));
    await end(0);
    await end(1);
    expect(batches).toEqual([[1], [2, FAILS, 3]]);
    const reason = { message: 'identity.users-by-ids: no answer within 5 ms' };
    expect(await outputs).toMatchObject([{ value: 10 }, { reason }, { reason }, { reason }]);
  });

  it('starts the next batch beside a slow one, up to four', () => {
    mock.timers.enable({ apis: ['setTimeout'] });
    try {
      const { batcher, batches } = held();
      for (let input = 1; input <= 5; input++) {
        void batcher.run(input);
        mock.timers.tick(250);
      }
      expect(batches).toEqual([[1], [2], [3], [4]]);
    } finally {
      mock.timers.reset();
    }
  });

  it('handles one call with its origin, and several without those of the calls', async () => {
    const batcher = new Batcher<null, Origin | undefined>(
      (inputs) => Promise.resolve(inputs.map(() => currentOrigin())),
      2,
    );
    const [first, ...others] = await Promise.all(
      [1, 2, 3].map((actor) => withOrigin({ correlation: `${actor}`, actor }, () => batcher.run(null))),
    );
    expect(first).toEqual({ correlation: '1', actor: 1 });
    expect(others).toEqual([{ correlation: expect.stringMatching(/^[0-9a-f-]{36}$/) }, others[0]]);
  });
});
