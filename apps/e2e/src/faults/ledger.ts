import type { Effect } from '@hearth/testing';

/** The last acknowledged step by key. Every step from 1 to it must have had its effect. */
export type Ledger = ReadonlyMap<number, number>;

/**
 * Returns the mistakes in the effects of one handler: each acknowledged step must be there once, and the steps of one key in their order.
 * @param effects in the order in which they happened
 * @returns sentences; none when there are no mistakes
 */
export function mistakesOf(effects: readonly Effect[], ledger: Ledger): string[] {
  const byKey = Map.groupBy(effects, ({ key }) => key);
  const strangers = [...byKey.keys()].filter((key) => !ledger.has(key));
  return [
    ...strangers.map((key) => `key ${key} was never written`),
    ...[...ledger].flatMap(([key, last]) => mistakesOfKey(key, byKey.get(key) ?? [], last)),
  ];
}

function mistakesOfKey(key: number, effects: readonly Effect[], last: number): string[] {
  const steps = effects.map(({ step }) => step);
  const times = Map.groupBy(steps, (step) => step);
  const mistakes: string[] = [];
  for (let step = 1; step <= last; step += 1) {
    const count = times.get(step)?.length ?? 0;
    if (count !== 1) mistakes.push(`key ${key}, step ${step}: ${count} effects`);
  }
  const beyond = steps.filter((step) => step < 1 || step > last);
  if (beyond.length > 0) mistakes.push(`key ${key}: steps ${beyond.join(', ')} were never written`);
  const late = steps.findIndex((step, index) => index > 0 && step < steps[index - 1]!);
  if (late > 0) mistakes.push(`key ${key}: step ${steps[late]} came after step ${steps[late - 1]}`);
  return mistakes;
}
