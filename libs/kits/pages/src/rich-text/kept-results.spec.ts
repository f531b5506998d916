import { KeptResults } from './kept-results.js';

describe('KeptResults', () => {
  const run = jest.fn((task: string, input: unknown) => Promise.resolve({ task, input }));
  const results = new KeptResults({ run: run as never, close: () => Promise.resolve() });
  beforeEach(() => run.mockClear());

  it('run a task once for the same input of several callers', async () => {
    const [first, second] = [await results.run('lines', ['a'], 'user 1'), await results.run('lines', ['a'], 'user 2')];
    expect(second).toBe(first);
    expect(run.mock.calls).toEqual([['lines', ['a'], 'user 1']]);
    await results.run('lines', ['b'], 'user 1');
    await results.run('markdown', ['a'], 'user 1');
    expect(run).toHaveBeenCalledTimes(3);
  });

  it('keep no failures, and the newest results within their bound', async () => {
    run.mockRejectedValueOnce(new Error('busy'));
    await expect(results.run('lines', ['c'], 'user 1')).rejects.toThrow('busy');
    await results.run('lines', ['c'], 'user 1');
    for (const letter of 'nopqrstuvwxyz') await results.run('lines', [letter.repeat(400 * 1024)], 'user 1');
    run.mockClear();
    for (const letter of ['z', 'y', 'c'])
      await results.run('lines', [letter.repeat(letter === 'c' ? 1 : 400 * 1024)], 'user 1');
    expect(run.mock.calls).toEqual([['lines', ['c'], 'user 1']]);
  });

  it('count the texts of a result, and keep no large one', async () => {
    const large = ['x'.repeat(1024 * 1024)];
    run.mockResolvedValueOnce(large as never);
    expect(await results.run('markdown', ['d'], 'user 1')).toBe(large);
    await results.run('markdown', ['d'], 'user 1');
    await results.run('markdown', ['d'], 'user 1');
    expect(run).toHaveBeenCalledTimes(2);
  });
});
