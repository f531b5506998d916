import { limit } from './limits.mjs';

/** A hook or test in a block, as jest-circus keeps it, limited; and how often it ran. */
function entryIn(block, type, work = () => undefined) {
  const entry = { type, ran: 0 };
  entry.fn = () => {
    entry.ran += 1;
    return work();
  };
  limit(entry, block, block);
  return entry;
}

describe('a failed beforeAll', () => {
  const fail = () => Promise.reject(new Error('no server'));

  it('ends its block and those inside, and cleans up', async () => {
    const outer = {};
    const block = { parent: outer };
    const inner = { parent: block };
    const failing = entryIn(block, 'beforeAll', fail);
    await expect(failing.fn()).rejects.toThrow('no server');
    const test = entryIn(block, 'test');
    expect(test.fn).toThrow('not run: a beforeAll before it failed');
    expect(entryIn(inner, 'test').fn).toThrow('not run');
    const hooks = ['beforeAll', 'beforeEach', 'afterEach'].map((type) => entryIn(inner, type));
    for (const hook of hooks) await hook.fn();
    expect([test, ...hooks].map(({ ran }) => ran)).toEqual([0, 0, 0, 0]);
    const cleanup = entryIn(block, 'afterAll');
    await cleanup.fn();
    expect(cleanup.ran).toBe(1);
  });

  it('leaves other blocks alone', async () => {
    const outer = {};
    await expect(entryIn({ parent: outer }, 'beforeAll', fail).fn()).rejects.toThrow();
    const beside = entryIn({ parent: outer }, 'test');
    await beside.fn();
    expect(beside.ran).toBe(1);
  });
});

it('a failed test ends nothing', async () => {
  const block = {};
  await expect(entryIn(block, 'test', () => Promise.reject(new Error('wrong'))).fn()).rejects.toThrow('wrong');
  const next = entryIn(block, 'test');
  await next.fn();
  expect(next.ran).toBe(1);
});
