import { effectsOf } from '../system/event-effects.js';
import type { EventSystem } from '../system/event-system.js';
import { median } from '../system/load.js';
import type { Measurement } from '../system/measurement.js';
import type { EventSides } from './event-latency.js';

const KEYS = 500;
const STEPS_PER_KEY = 40;
const WARM_UP_STEPS_PER_KEY = 10;
const ROUNDS = 3;

/** A backlog that one transaction leaves, published and handled: from its commit to the last handler's row, in turns. */
export async function eventThroughput({ database, ours, plain }: EventSides): Promise<Measurement[]> {
  // Beyond the keys of every other part.
  let nextKey = 1_000_000;
  const eventsPerSecond = async (system: EventSystem, stepsPerKey: number) => {
    const backlog = { firstKey: nextKey, keys: KEYS, stepsPerKey };
    nextKey += KEYS;
    const expected = KEYS * stepsPerKey;
    const { result: committedAt, effects } = await effectsOf(database, system.effects, expected, () =>
      system.appendBacklog(backlog),
    );
    const lastAt = effects.reduce((latest, { handledAt }) => Math.max(latest, handledAt), 0);
    return expected / ((lastAt - committedAt) / 1000);
  };
  for (const side of [ours, plain]) await eventsPerSecond(side, WARM_UP_STEPS_PER_KEY);
  const rounds: [number, number][] = [];
  for (let round = 0; round < ROUNDS; round++)
    rounds.push([await eventsPerSecond(ours, STEPS_PER_KEY), await eventsPerSecond(plain, STEPS_PER_KEY)]);
  const rate = (side: 0 | 1) => Math.round(median(rounds.map((round) => round[side])));
  return [
    {
      name: `events through outbox, Kafka and inbox, a backlog of ${KEYS * STEPS_PER_KEY}`,
      unit: 'of the plain rate',
      value: median(rounds.map(([a, b]) => a / b)),
      detail: `${rate(0)}/s against ${rate(1)}/s`,
    },
  ];
}
