import { CodeSearchBusy } from '@hearth/repository-contracts';
import { SearchSlots } from './search-slots.js';

describe('slots of searches', () => {
  const forever = new AbortController().signal;
  const untilAborted = (signal: AbortSignal) =>
    new Promise<never>((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
    });

  it('refuse a search that would wait behind too many', async () => {
    const slots = new SearchSlots({ running: 1, waiting: 1, timeoutMs: 60_000 });
    const first = Promise.withResolvers<string>();
    const running = slots.run(forever, () => first.promise);
    const waiting = slots.run(forever, () => Promise.resolve('second'));
    await expect(slots.run(forever, () => Promise.resolve('third'))).rejects.toThrow(CodeSearchBusy().message);
    first.resolve('first');
    expect(await Promise.all([running, waiting])).toEqual(['first', 'second']);
    expect(await slots.run(forever, () => Promise.resolve('fourth'))).toBe('fourth');
  });

  it('end a search when its time is over', async () => {
    const slots = new SearchSlots({ running: 1, waiting: 1, timeoutMs: 1 });
    const error: unknown = await slots.run(forever, untilAborted).catch((thrown: unknown) => thrown);
    expect(CodeSearchBusy.is(error)).toBe(true);
  });

  it('end a search when its caller has gone, and start none that waited', async () => {
    const slots = new SearchSlots({ running: 1, waiting: 1, timeoutMs: 60_000 });
    const caller = new AbortController();
    const started: string[] = [];
    const search = (name: string) =>
      slots.run(caller.signal, (signal) => {
        started.push(name);
        return untilAborted(signal);
      });
    const searches = [search('running'), search('waiting')];
    while (started.length === 0) await Promise.resolve();
    caller.abort(new Error('gone'));
    for (const each of await Promise.allSettled(searches))
      expect(each).toMatchObject({ status: 'rejected', reason: { message: 'gone' } });
    expect(started).toEqual(['running']);
  });
});
