import { setTimeout as pause } from 'node:timers/promises';
import type { Witness } from '@hearth/testing';
import { effectsOf } from '../system/event-effects.js';
import { quantile } from '../system/load.js';
import type { Measurement } from '../system/measurement.js';

const PER_SECOND = 100;
const SECONDS = 30;
const WARM_UP_SECONDS = 5;
const KEYS = 50;
const GOAL_MS = 50;

/** Duration of one event, in milliseconds. */
interface Delay {
  /** From the publisher's clock after its commit; nothing when the event was handled before the publisher heard of it. */
  sinceCommit: number;
  /** From the publisher's clock before its commit. */
  withCommit: number;
}

/** From the commit of one process to the handler's row of another, at a steady rate. */
export async function eventLatency(witness: Witness): Promise<Measurement[]> {
  const source = new SteadySource(witness);
  await source.run(WARM_UP_SECONDS);
  const delays = await source.run(SECONDS);
  const measurement = (name: string, part: number): Measurement => ({
    name: `commit to handled elsewhere, ${PER_SECOND} events a second, ${name}`,
    unit: 'ms',
    value: quantileOf(delays, part, 'sinceCommit'),
    detail: `with the commit itself ${quantileOf(delays, part, 'withCommit').toFixed(2)} ms`,
  });
  return [{ ...measurement('p99', 0.99), goal: { atMost: GOAL_MS } }, measurement('p50', 0.5)];
}

function quantileOf(delays: readonly Delay[], part: number, which: keyof Delay): number {
  return quantile(
    delays.map((delay) => delay[which]),
    part,
  );
}

/** Appends one event after the other at a fixed rate; keys take turns, and the events of one key wait for each other. */
class SteadySource {
  private steps = 0;

  constructor(private readonly witness: Witness) {}

  /** @returns the duration of each event */
  async run(seconds: number): Promise<Delay[]> {
    const count = seconds * PER_SECOND;
    const { result: committed, effects } = await effectsOf(this.witness.database, count, () => this.append(count));
    return effects.map(({ key, step, appendedAt, handledAt }) => {
      // Nothing is handled before it was told: clocks that differ would make every figure wrong.
      if (handledAt < appendedAt) throw new Error(`Key ${key}, step ${step}: handled before it was appended`);
      const committedAt = committed.get(`${key}/${step}`)!;
      return { sinceCommit: Math.max(0, handledAt - committedAt), withCommit: handledAt - appendedAt };
    });
  }

  private async append(count: number): Promise<Map<string, number>> {
    const committed = new Map<string, number>();
    const appends = new Map<number, Promise<void>>();
    const firstStep = this.steps;
    this.steps += Math.ceil(count / KEYS);
    const started = performance.now();
    for (let index = 0; index < count; index++) {
      await pause(Math.max(0, started + (index * 1000) / PER_SECOND - performance.now()));
      const [key, step] = [index % KEYS, firstStep + Math.floor(index / KEYS) + 1];
      const append = async (previous: Promise<void> | undefined) => {
        await previous;
        committed.set(`${key}/${step}`, (await this.witness.append([{ key, step }])).committedAt);
      };
      const appending = append(appends.get(key));
      // Told of at the end, when all are awaited: until then it must not end the program, which would leave everything running.
      appending.catch(() => undefined);
      appends.set(key, appending);
    }
    await Promise.all(appends.values());
    return committed;
  }
}
