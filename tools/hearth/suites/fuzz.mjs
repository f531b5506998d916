import { runBlackBox } from './black-box.mjs';

/** The same for everybody: a run that turns red tells of the change, not of its luck. Other seeds find more, and are asked for. */
const USUAL_SEED = '4711';

/**
 * Sends every operation of the API's description what clients should not and could, to a system of its own: it deletes, blocks and changes
 * whatever it meets. What is sent is drawn from a seed.
 * @param {{ progress: import('../progress.mjs').Progress, cleanups: import('./cleanups.mjs').Cleanups, seed?: string }} context
 */
export async function runFuzz({ progress, cleanups, seed = USUAL_SEED }) {
  const again = `the same requests again: ./hearth test fuzz --seed ${seed}`;
  progress.note(`Requests are drawn from the seed ${seed}; ${again}`);
  const suite = { pattern: 'apps/e2e/dist/fuzz/', label: 'fuzz', variables: { HEARTH_E2E_SEED: seed } };
  const outcome = await runBlackBox({ progress, cleanups }, suite);
  if (outcome.failed > 0) progress.note(`The requests of seed ${seed} did harm; ${again}`);
  return outcome;
}
