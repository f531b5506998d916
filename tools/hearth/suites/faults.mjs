import { randomInt } from 'node:crypto';
import { SPLIT, runInMode } from './black-box.mjs';
import { enginesOf } from './engines.mjs';

/**
 * Kills and freezes the parts of a running system, with a process for each service and a real Kafka. What is struck and when is drawn
 * from a seed.
 * @param {{ progress: import('../progress.mjs').Progress, cleanups: import('./cleanups.mjs').Cleanups, seed?: string }} context
 */
export async function runFaults({ progress, cleanups, seed = String(randomInt(1_000_000)) }) {
  const again = `the same faults again: ./hearth test faults --seed ${seed}`;
  progress.note(`Faults are drawn from the seed ${seed}; ${again}`);
  const settings = (folder) => ({ HEARTH_E2E_SEED: seed, ...enginesOf(folder) });
  const suite = { pattern: 'apps/e2e/dist/faults/', label: 'faults', settings };
  const outcome = await runInMode({ progress, cleanups }, suite, SPLIT);
  if (outcome.failed > 0) progress.note(`The faults of seed ${seed} did harm; ${again}`);
  return outcome;
}
