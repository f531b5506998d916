import { runBlackBox } from './black-box.mjs';

/** The same seed for every run: a failure is caused by the change, not by chance. Other seeds find more, and are given explicitly. */
const USUAL_SEED = '4711';
/** Many operations have parameters of one declaration, such as pages and `Sudo`: a value of each kind goes to one of them. */
const SHORT = { HEARTH_E2E_EXAMPLES: '3', HEARTH_E2E_ALIKE: '1', HEARTH_E2E_VALUES: '1' };
const WHOLE = { HEARTH_E2E_EXAMPLES: '5', HEARTH_E2E_ALIKE: '1000000', HEARTH_E2E_VALUES: '1000000' };

/**
 * Sends every operation of the API's description what clients should not and could, to a system of its own: it deletes, blocks and changes
 * whatever it meets. What is sent is drawn from a seed. Unless all is asked for, it is sent in one mode, since endpoints are the same in both,
 * with one value of each kind for a parameter.
 * @param {import('./black-box.mjs').Context & { seed?: string }} context
 */
export async function runFuzz({ seed = USUAL_SEED, ...context }) {
  const again = `the same requests again: ./hearth test fuzz --seed ${seed}`;
  context.progress.note(`Requests are drawn from the seed ${seed}; ${again}`);
  const modes = { single: 'fuzz', split: context.all ? 'fuzz' : undefined };
  const variables = { HEARTH_E2E_SEED: seed, ...(context.all ? WHOLE : SHORT) };
  const outcome = await runBlackBox(context, { modes, label: 'fuzz', variables });
  if (outcome.failed > 0) context.progress.note(`The requests of seed ${seed} did harm; ${again}`);
  return outcome;
}
