import { randomInt } from 'node:crypto';
import { dataFolder } from '../data-folder.mjs';
import { postgresUrl } from '../supervisor/postgres.mjs';
import { readState } from '../supervisor/state.mjs';
import { SPLIT, runInMode } from './black-box.mjs';

/**
 * Kills and freezes the parts of a running system, with a process for each service and a real Kafka. What is struck and when is drawn
 * from a seed.
 * @param {{ progress: import('../progress.mjs').Progress, cleanups: import('./cleanups.mjs').Cleanups, seed?: string }} context
 */
export async function runFaults({ progress, cleanups, seed = String(randomInt(1_000_000)) }) {
  const again = `the same faults again: ./hearth test faults --seed ${seed}`;
  progress.note(`Faults are drawn from the seed ${seed}; ${again}`);
  const settings = (folder) => ({ HEARTH_E2E_SEED: seed, ...enginesOf(dataFolder(folder)) });
  const suite = { pattern: 'apps/e2e/dist/faults/', label: 'faults', settings };
  const outcome = await runInMode({ progress, cleanups }, suite, SPLIT);
  if (outcome.failed > 0) progress.note(`The faults of seed ${seed} did harm; ${again}`);
  return outcome;
}

/** Where PostgreSQL and Kafka of a running system are, for services beside it. */
function enginesOf(data) {
  const { processes } = readState(data);
  const portOf = (name) => processes.find((process) => process.name === name).port;
  return {
    HEARTH_E2E_DATABASE_URL: postgresUrl(data, portOf('postgres')),
    HEARTH_E2E_BROKERS: `127.0.0.1:${portOf('kafka')}`,
  };
}
