import { randomInt } from 'node:crypto';
import { SPLIT, runInMode } from './black-box.mjs';
import { enginesOf } from './engines.mjs';

/** A system that load balancers could stand before; they learn of readiness within a second. */
const REPLICATED = {
  ...SPLIT,
  flags: [...SPLIT.flags, '--replicas', '2'],
  inWords: 'with two processes for each service',
};
const SUITES = [
  { variant: SPLIT, pattern: 'apps/e2e/dist/faults/(?!rolling-)' },
  { variant: REPLICATED, pattern: 'apps/e2e/dist/faults/rolling-', environment: { HEARTH_DRAIN_DELAY: '1s' } },
];

/**
 * Kills and freezes the parts of a running system, with a process for each service and a real Kafka, and restarts all of another one with
 * several. What is struck and when is drawn from a seed.
 * @param {{ progress: import('../progress.mjs').Progress, cleanups: import('./cleanups.mjs').Cleanups, seed?: string }} context
 */
export async function runFaults({ progress, cleanups, seed = String(randomInt(1_000_000)) }) {
  const again = `the same faults again: ./hearth test faults --seed ${seed}`;
  progress.note(`Faults are drawn from the seed ${seed}; ${again}`);
  const settings = (folder) => ({ HEARTH_E2E_SEED: seed, ...enginesOf(folder) });
  const total = { passed: 0, failed: 0 };
  for (const { variant, pattern, environment } of SUITES) {
    const suite = { pattern, label: 'faults', settings, environment };
    const { passed, failed } = await runInMode({ progress, cleanups }, suite, variant);
    total.passed += passed;
    total.failed += failed;
  }
  if (total.failed > 0) progress.note(`The faults of seed ${seed} did harm; ${again}`);
  return total;
}
