import { AsyncLocalStorage } from 'node:async_hooks';
import { Batcher } from './batcher.js';

/** Returns a batcher of at most three calls, its batches so far, and a function that ends the running one. */
function held() {
  const batches: (readonly number[])[] = [];
  const ends: (() => void)[] = [];
  const batcher = new Batcher<number, number>(3, async (inputs) => {
    batches.push(inputs);
    await new Promise<void>((resolve) => ends.push(resolve));
    if (inputs.includes(0)) throw new Error(`failed with ${inputs.join()}`);
    return inputs.map((input) => input * 10);
  });
  return { batcher, batches, end: () => ends.shift()!() };
}

describe('a batcher', () => {
  it('handles the calls together that arrive while a batch runs, at most so many', async () => {
    const { batcher, batches, end } = held();
    const outputs = Promise.all([1, 2, 3, 4, 5].map((input) => batcher.run(input)));
    expect(batches).toEqual([[1]]);
    for (let batch = 1; batch <= 3; batch++) {
      end();
      await new Promise(setImmediate);
    }
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

  it('handles each call of a failed batch alone', async () => {
    const { batcher, batches, end } = held();
    const outputs = Promise.allSettled([1, 2, 0, 3].map((input) => batcher.run(input)));
    for (const running of [1, 1, 3]) {
      for (let count = 0; count < running; count++) end();
      await new Promise(setImmediate);
    }
    expect(batches).toEqual([[1], [2, 0, 3], [2], [0], [3]]);
    const [, second, third, fourth] = await outputs;
    expect([second, fourth]).toEqual([20, 30].map((value) => ({ status: 'fulfilled', value })));
    expect(third).toMatchObject({ reason: { message: 'failed with 0' } });
  });

  it('runs a batch in the context of its first call', async () => {
    const context = new AsyncLocalStorage<string>();
    const batcher = new Batcher<null, string | undefined>(2, (inputs) =>
      Promise.resolve(inputs.map(() => context.getStore())),
    );
    const outputs = ['a', 'b', 'c'].map((each) => context.run(each, () => batcher.run(null)));
    expect(await Promise.all(outputs)).toEqual(['a', 'b', 'b']);
  });
});
