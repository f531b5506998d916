import { mock } from 'node:test';
import { CallFailed } from '@hearth/calls';
import { UsersByIdsQuery } from '@hearth/identity-contracts';
import { currentOrigin, withOrigin, type Origin } from '@hearth/telemetry';
import { ALONE, Batcher } from './batcher.js';

/** A batch that contains 0 fails; 99 is handled alone. */
const [FAILS, LATER] = [0, 99];

/** Ends the turn of the event loop, and the next one. */
const turn = () => new Promise(setImmediate).then(() => new Promise(setImmediate));

/** Returns a batcher of at most three calls, its batches so far, and functions that begin calls and end the batches at these places. */
function held(error = new Error('failed')) {
  const batches: (readonly number[])[] = [];
  const ends: (() => void)[] = [];
  const batcher = new Batcher<number, number>(async (inputs, isAlone) => {
    batches.push(inputs);
    await new Promise<void>((resolve) => ends.push(resolve));
    if (inputs.includes(FAILS)) throw error;
    return inputs.map((input) => (input === LATER && !isAlone ? ALONE : input * 10));
  }, 3);
  const begin = async (...inputs: number[]) => {
    const outputs = Promise.allSettled(inputs.map((input) => batcher.run(input)));
    await turn();
    return { outputs };
  };
  const end = async (...places: number[]) => {
    for (const place of places) ends[place]!();
    await turn();
  };
  return { batcher, batches, begin, end };
}

const value = (output: number) => ({ value: output });

describe('a batcher', () => {
  it('handles the calls of one turn together, and those that arrive while a batch runs, at most so many', async () => {
    const { batches, begin, end } = held();
    const { outputs: first } = await begin(1, 2);
    const { outputs: later } = await begin(3, 4, 5, 6);
    expect(batches).toEqual([[1, 2]]);
    for (const place of [0, 1, 2]) await end(place);
    expect(batches).toEqual([[1, 2], [3, 4, 5], [6]]);
    expect([await first, await later]).toMatchObject([[10, 20].map(value), [30, 40, 50, 60].map(value)]);
    await begin(7);
    expect(batches.at(-1)).toEqual([7]);
  });

  it('does not let calls of different keys wait for each other', async () => {
    const { batcher, batches } = held();
    void batcher.run(1, 'a');
    await turn();
    for (const key of ['b', 'a']) void batcher.run(1, key);
    await turn();
    expect(batches).toEqual([[1], [1]]);
  });

  it('handles each call of a failed batch alone, beside the next batch', async () => {
    const { batches, begin, end } = held();
    const { outputs } = await begin(2, FAILS, 3, 4);
    await end(0);
    expect(batches).toEqual([[2, FAILS, 3], [2], [FAILS], [3], [4]]);
    await end(1, 2, 3, 4);
    expect(await outputs).toMatchObject([value(20), { reason: { message: 'failed' } }, value(30), value(40)]);
  });

  it('handles calls alone that a batch leaves, four at a time, beside the next batch', async () => {
    const { batches, begin, end } = held();
    const { outputs } = await begin(1, ...Array<number>(5).fill(LATER), 2);
    await end(0);
    await end(3);
    expect(batches.slice(1)).toEqual([[LATER], [LATER], [LATER, LATER, LATER], [LATER], [LATER], [2]]);
    await end(1, 4);
    expect(batches.slice(7)).toEqual([[LATER]]);
    await end(2, 5, 6, 7);
    expect(batches.length).toBe(8);
    expect(await outputs).toMatchObject([value(10), ...Array<object>(5).fill(value(990)), value(20)]);
  });

  it('fails all calls of a batch whose call to another service has failed', async () => {
    const { batches, begin, end } = held(new CallFailed(UsersByIdsQuery, 'no answer within 5 ms'));
    const { outputs } = await begin(2, FAILS, 3);
    await end(0);
    expect(batches).toEqual([[2, FAILS, 3]]);
    const reason = { message: 'identity.users-by-ids: no answer within 5 ms' };
    expect(await outputs).toMatchObject([{ reason }, { reason }, { reason }]);
  });

  it('starts the next batch beside a slow one, up to four', async () => {
    mock.timers.enable({ apis: ['setTimeout'] });
    try {
      const { batches, begin } = held();
      for (let input = 1; input <= 5; input++) {
        await begin(input);
        mock.timers.tick(250);
        await turn();
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
    const run = (actor: number) => withOrigin({ correlation: `${actor}`, actor }, () => batcher.run(null));
    const [first, others] = [await run(1), await Promise.all([run(2), run(3)])];
    expect(first).toEqual({ correlation: '1', actor: 1 });
    expect(others).toEqual([{ correlation: expect.stringMatching(/^[0-9a-f-]{36}$/) }, others[0]]);
  });
});
