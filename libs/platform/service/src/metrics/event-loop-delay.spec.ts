import { stat } from 'node:fs/promises';
import { register } from 'prom-client';
import { measureEventLoopDelay } from './event-loop-delay.js';

describe('event-loop delay', () => {
  /** Waits until the histogram has this many more measurements. */
  async function measurements(more: number): Promise<void> {
    const wanted = (await longerThan(-1)) + more;
    while ((await longerThan(-1)) < wanted) await stat(import.meta.filename);
  }

  /** Counts the measured delays that were longer than a bound in seconds. */
  async function longerThan(bound: number): Promise<number> {
    const metric = await register.getSingleMetric('hearth_event_loop_delay_seconds')!.get();
    const counted = (le: number | string) =>
      metric.values.find(({ labels }) => (labels as { le?: number | string }).le === le)?.value ?? 0;
    return counted('+Inf') - counted(bound);
  }

  it('counts a standstill, once, and logs it', async () => {
    const warnings: string[] = [];
    const stop = measureEventLoopDelay((sentence) => warnings.push(sentence));
    await measurements(2);
    expect(warnings).toEqual([]);
    const before = await longerThan(1);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_300);
    await measurements(2);
    stop();
    expect((await longerThan(1)) - before).toBe(1);
    expect(warnings).toEqual([expect.stringMatching(/^The event loop was blocked for 1[12]\d\d ms$/)]);
  });
});
