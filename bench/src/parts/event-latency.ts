import { setTimeout as pause } from 'node:timers/promises';
import type { WitnessDatabase } from '@hearth/testing';
import { effectsOf } from '../system/event-effects.js';
import type { EventSystem } from '../system/event-system.js';
import { median, quantile } from '../system/load.js';
import type { Measurement } from '../system/measurement.js';

const PER_SECOND = 100;
const SECONDS = 10;
const ROUNDS = 3;
const WARM_UP_SECONDS = 5;
const KEYS = 50;
const GOAL_MS = 50;

/** The sides of a comparison: with outbox and inbox, and without. */
export interface EventSides {
  database: WitnessDatabase;
  ours: EventSystem;
  plain: EventSystem;
}

/** From the commit of one process to the handler's row of another, at a steady rate, in turns. */
export async function eventLatency({ database, ours, plain }: EventSides): Promise<Measurement[]> {
  const source = new SteadySource(database);
  for (const side of [ours, plain]) await source.run(side, WARM_UP_SECONDS);
  const all: { ours: number[]; plain: number[] } = { ours: [], plain: [] };
  const medians: [number, number][] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const [with_, without] = [await source.run(ours, SECONDS), await source.run(plain, SECONDS)];
    all.ours.push(...with_);
    all.plain.push(...without);
    medians.push([median(with_), median(without)]);
  }
  const ms = (side: 'ours' | 'plain', part: number) => quantile(all[side], part);
  return [
    {
      name: `commit to handled elsewhere, ${PER_SECOND} events a second, p99`,
      unit: 'ms',
      value: ms('ours', 0.99),
      goal: { atMost: GOAL_MS },
      detail: `${all.ours.length} events; ${ms('plain', 0.99).toFixed(2)} ms without outbox and inbox`,
    },
    {
      name: `commit to handled elsewhere, ${PER_SECOND} events a second, p50`,
      unit: 'times that without outbox and inbox',
      value: median(medians.map(([a, b]) => a / b)),
      detail: `${ms('ours', 0.5).toFixed(2)} ms against ${ms('plain', 0.5).toFixed(2)} ms`,
    },
  ];
}

/** Appends one event after the other at a fixed rate; keys take turns, and the events of one key wait for each other. */
class SteadySource {
  private steps = 0;

  constructor(private readonly database: WitnessDatabase) {}

  /** @returns milliseconds from commit to handled, of each event */
  async run(system: EventSystem, seconds: number): Promise<number[]> {
    const count = seconds * PER_SECOND;
    const { result: committed, effects } = await effectsOf(this.database, system.effects, count, () =>
      this.append(system, count),
    );
    return effects.map(({ key, step, handledAt }) => {
      const elapsed = handledAt - committed.get(`${key}/${step}`)!;
      // Nothing is handled before it happened: clocks that differ would make every figure wrong.
      if (!(elapsed > 0)) throw new Error(`Key ${key}, step ${step}: handled ${elapsed} ms after its commit`);
      return elapsed;
    });
  }

  private async append(system: EventSystem, count: number): Promise<Map<string, number>> {
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
        committed.set(`${key}/${step}`, await system.append(key, step));
      };
      appends.set(key, append(appends.get(key)));
    }
    await Promise.all(appends.values());
    return committed;
  }
}
