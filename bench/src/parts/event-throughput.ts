import type { Witness } from '@hearth/testing';
import { effectsOf } from '../system/event-effects.js';
import { median } from '../system/load.js';
import type { Measurement } from '../system/measurement.js';

const KEYS = 500;
const STEPS_PER_KEY = 40;
const WARM_UP_STEPS_PER_KEY = 10;
const ROUNDS = 3;

/** A backlog that one transaction leaves, published and handled: from its commit to the last handler's row. */
export async function eventThroughput(witness: Witness): Promise<Measurement> {
  // Beyond the keys of every other part.
  let nextKey = 1_000_000;
  const eventsPerSecond = async (stepsPerKey: number) => {
    const backlog = { firstKey: nextKey, keys: KEYS, stepsPerKey };
    nextKey += KEYS;
    const expected = KEYS * stepsPerKey;
    const { result, effects } = await effectsOf(witness.database, expected, () => witness.appendBacklog(backlog));
    const lastAt = effects.reduce((latest, { handledAt }) => Math.max(latest, handledAt), 0);
    return expected / ((lastAt - result.committedAt) / 1000);
  };
  await eventsPerSecond(WARM_UP_STEPS_PER_KEY);
  const rates: number[] = [];
  for (let round = 0; round < ROUNDS; round++) rates.push(await eventsPerSecond(STEPS_PER_KEY));
  return {
    name: `events through outbox, Kafka and inbox, a backlog of ${KEYS * STEPS_PER_KEY}`,
    unit: 'events a second',
    value: median(rates),
    detail: `${ROUNDS} rounds, ${Math.min(...rates).toFixed(0)} to ${Math.max(...rates).toFixed(0)}`,
  };
}
