import { setImmediate } from 'node:timers/promises';
import type { JobWithMetadata } from 'pg-boss';
import { z } from 'zod';
import { defineJob } from '../job.js';
import type { Ticks } from '../schedules/ticks.js';
import type { JobRows } from './job-rows.js';
import { Run } from './run.js';

const work = defineJob({ name: 'work', data: z.object({}) });
const entry = { id: 'b7f5e8c0-0000-4000-8000-000000000001', retryCount: 0, data: { data: {} } } as JobWithMetadata;

/** A run of work that ends when it is told to, and what it asks of the database. */
function makeRun(giveBack: () => Promise<boolean>) {
  const asked: string[] = [];
  const rows = { giveBack: ({ id }: { id: string }) => (asked.push(id), giveBack()) };
  const worker = {
    run: (_data: unknown, { signal }: { signal: AbortSignal }) =>
      new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve())),
  };
  const slot = { service: 'ci', queue: 'work', job: work, worker } as const;
  return { asked, run: new Run(slot, entry, rows as unknown as JobRows, {} as Ticks) };
}

describe('a run that the process leaves', () => {
  it('is left only when its outcome, on its way already, is stored', async () => {
    const { promise: stored, resolve: store } = Promise.withResolvers<boolean>();
    const { run, asked } = makeRun(() => stored);
    const result = run.execute();
    await setImmediate();
    run.interrupt();
    await setImmediate();
    expect(asked).toHaveLength(1);
    let left = false;
    const leaving = run.leave().then(() => (left = true));
    await setImmediate();
    expect(left).toBe(false);
    store(true);
    await leaving;
    expect(await result).toBe('interrupted');
    expect(asked).toHaveLength(1);
  });

  it('is given back by leaving when its outcome could not be stored before', async () => {
    let away = true;
    const { run, asked } = makeRun(() =>
      away ? Promise.reject(new Error('Connection terminated')) : Promise.resolve(true),
    );
    const result = run.execute();
    await setImmediate();
    run.interrupt();
    await setImmediate();
    away = false;
    await run.leave();
    expect(asked).toHaveLength(2);
    expect(await result).toBe('interrupted');
    expect(asked).toHaveLength(2);
  });
});
