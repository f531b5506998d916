import type { JobWithMetadata } from 'pg-boss';
import { z } from 'zod';
import { until } from '@hearth/data/testing';
import type { JobHandler } from '../handlers.js';
import { defineJob } from '../job.js';
import type { Ticks } from '../schedules/ticks.js';
import type { JobRows } from './job-rows.js';
import { Run } from './run.js';

const work = defineJob({ name: 'work', data: z.object({}) });
const entry = { id: 'b7f5e8c0-0000-4000-8000-000000000001', retryCount: 0, data: { data: {} } } as JobWithMetadata;

describe('a run that the process leaves', () => {
  let order: string[];
  beforeEach(() => {
    order = [];
  });

  /** Interrupts a run; resolves once it gives its job back. */
  async function interrupted(giveBack: () => Promise<boolean>) {
    const rows = { giveBack: () => (order.push('gives back'), giveBack()) };
    const untilAborted: JobHandler['run'] = (_data, { signal }) =>
      new Promise<void>((resolve) => {
        if (signal.aborted) resolve();
        else signal.addEventListener('abort', () => resolve());
      });
    const slot = { service: 'ci', queue: 'work', job: work, run: untilAborted } as const;
    const run = new Run(slot, entry, rows as unknown as JobRows, {} as Ticks);
    const result = run.execute();
    run.interrupt();
    await until('it gives its job back', () => Promise.resolve(order.length > 0));
    return { run, result };
  }

  it('is left only when its outcome, on its way already, is stored', async () => {
    let leaves = false;
    const { run, result } = await interrupted(async () => {
      await until('the process leaves', () => Promise.resolve(leaves));
      order.push('stored');
      return true;
    });
    leaves = true;
    await run.leave();
    order.push('left');
    expect(await result).toBe('interrupted');
    expect(order).toEqual(['gives back', 'stored', 'left']);
  });

  it('is given back by leaving when its outcome could not be stored before', async () => {
    let away = true;
    const { run, result } = await interrupted(() =>
      away ? Promise.reject(new Error('Connection terminated')) : Promise.resolve(true),
    );
    away = false;
    await run.leave();
    expect(await result).toBe('interrupted');
    expect(order).toEqual(['gives back', 'gives back']);
  });
});
