import { RunningHandlers } from './running-handlers.js';

describe('RunningHandlers', () => {
  it('tells of handlers that run for long, and gives up those that do not come back', async () => {
    const clock = { now: 0 };
    const handlers = new RunningHandlers(() => clock.now);
    const end = Promise.withResolvers<string>();
    const work = handlers.track('OnCreated of ci', () => end.promise);
    clock.now = 59_000;
    expect(handlers.long).toEqual([]);
    clock.now = 61_000;
    expect(handlers.long).toEqual(['OnCreated of ci has been handling an event for 61 s.']);
    expect(handlers.stuck).toEqual([]);
    clock.now = 301_000;
    expect(handlers.stuck).toHaveLength(1);
    end.resolve('done');
    await expect(work).resolves.toBe('done');
    expect(handlers.long).toEqual([]);
  });

  it('forgets a handler that failed', async () => {
    const clock = { now: 0 };
    const handlers = new RunningHandlers(() => clock.now);
    await expect(handlers.track('x', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    clock.now = 1_000_000;
    expect(handlers.long).toEqual([]);
  });
});
