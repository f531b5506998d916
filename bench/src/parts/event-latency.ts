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

/** Duration of one event, in milliseconds. */
interface Delay {
  /** From the publisher's clock after its commit; nothing when the event was handled before the publisher heard of it. */
  sinceCommit: number;
  /** From the publisher's clock before its commit. */
  withCommit: number;
}

/** From the commit of one process to the handler's row of another, at a steady rate, in turns. */
export async function eventLatency({ database, ours, plain }: EventSides): Promise<Measurement[]> {
  const source = new SteadySource(database);
  for (const side of [ours, plain]) await source.run(side, WARM_UP_SECONDS);
  const all: { ours: Delay[]; plain: Delay[] } = { ours: [], plain: [] };
  const rounds: [Delay[], Delay[]][] = [];
  for (let round = 0; round < ROUNDS; round++)
    rounds.push([await source.run(ours, SECONDS), await source.run(plain, SECONDS)]);
  for (const [a, b] of rounds) {
    all.ours.push(...a);
    all.plain.push(...b);
  }
  const told = (part: number) =>
    `${milliseconds(all.ours, part)} against ${milliseconds(all.plain, part)}; ` +
    `with the commit itself ${milliseconds(all.ours, part, 'withCommit')} against ${milliseconds(all.plain, part, 'withCommit')}`;
  const name = (part: string) => `commit to handled elsewhere, ${PER_SECOND} events a second, ${part}`;
  const ratios = rounds.map(([a, b]) => quantileOf(a, 0.5) / quantileOf(b, 0.5));
  return [
    { name: name('p99'), unit: 'ms', value: quantileOf(all.ours, 0.99), goal: { atMost: GOAL_MS }, detail: told(0.99) },
    { name: name('p50'), unit: 'times the plain', value: median(ratios), detail: told(0.5) },
  ];
}

function quantileOf(delays: readonly Delay[], part: number, which: keyof Delay = 'sinceCommit'): number {
  return quantile(
    delays.map((delay) => delay[which]),
    part,
  );
}

function milliseconds(delays: readonly Delay[], part: number, which: keyof Delay = 'sinceCommit'): string {
  return `${quantileOf(delays, part, which).toFixed(2)} ms`;
}

/** Appends one event after the other at a fixed rate; keys take turns, and the events of one key wait for each other. */
class SteadySource {
  private steps = 0;

  constructor(private readonly database: WitnessDatabase) {}

  /** @returns the duration of each event */
  async run(system: EventSystem, seconds: number): Promise<Delay[]> {
    const count = seconds * PER_SECOND;
    const { result: committed, effects } = await effectsOf(this.database, system.effects, count, () =>
      this.append(system, count),
    );
    return effects.map(({ key, step, appendedAt, handledAt }) => {
      // Nothing is handled before it was told: clocks that differ would make every figure wrong.
      if (handledAt < appendedAt) throw new Error(`Key ${key}, step ${step}: handled before it was appended`);
      const committedAt = committed.get(`${key}/${step}`)!;
      return { sinceCommit: Math.max(0, handledAt - committedAt), withCommit: handledAt - appendedAt };
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
      const appending = append(appends.get(key));
      // Told of at the end, when all are awaited: until then it must not end the program, which would leave everything running.
      appending.catch(() => undefined);
      appends.set(key, appending);
    }
    await Promise.all(appends.values());
    return committed;
  }
}
