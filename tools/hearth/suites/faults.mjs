import { randomInt } from 'node:crypto';
import { isOfAlerts, runAlerts } from './alerts.mjs';
import { SPLIT, runInMode } from './black-box.mjs';
import { enginesOf } from './engines.mjs';
import { allSpecs, chooseSpecs, SPECS_OF } from './specs.mjs';
import { totalOf } from './outcomes.mjs';

/** A system that load balancers could stand before; they learn of readiness within a second. */
export const REPLICATED = {
  ...SPLIT,
  flags: [...SPLIT.flags, '--replicas', '2'],
  inWords: 'with two processes for each service',
};
/** Each with a repository process, so that the copies of a lost one are spread over several. */
const STORAGES = '4';
const ON_MANY_STORAGES = {
  ...SPLIT,
  flags: [...SPLIT.flags, '--storages', STORAGES],
  inWords: `with ${STORAGES} storages`,
};
const isRolling = (spec) => spec.includes('/rolling-');
const takesOver = (spec) => spec.includes('/taking-over');
/** Processes that keep count of events share the server's hundred connections with the system. */
const SMALL_POOLS = { HEARTH_DATABASE_POOL: '5' };
/** Writes while parts are struck, and strikes: few, but enough to break each guarantee that the code does not keep. */
const SHORT = {
  HEARTH_E2E_EVENTS: '600',
  HEARTH_E2E_OUTAGES: '2',
  HEARTH_E2E_POISONED: '3',
  HEARTH_E2E_MERGES: '10',
  HEARTH_E2E_JOBS: '20',
  HEARTH_E2E_STORAGE_JOURNEYS: '12',
  HEARTH_E2E_RESTARTED: '1',
};
const WHOLE = {
  HEARTH_E2E_EVENTS: '2000',
  HEARTH_E2E_OUTAGES: '3',
  HEARTH_E2E_POISONED: '8',
  HEARTH_E2E_MERGES: '100',
  HEARTH_E2E_JOBS: '100',
  HEARTH_E2E_STORAGE_JOURNEYS: '200',
  HEARTH_E2E_RESTARTED: '5',
  HEARTH_TEST_LIMIT_MINUTES: '90',
};
const SUITES = [
  {
    variant: SPLIT,
    belongs: (spec) => !isRolling(spec) && !takesOver(spec) && !isOfAlerts(spec),
    environment: SMALL_POOLS,
  },
  {
    variant: ON_MANY_STORAGES,
    belongs: takesOver,
    environment: { HEARTH_COPIES: '2', HEARTH_ACKNOWLEDGE: 'copy', HEARTH_TAKE_OVER_AFTER: '10s' },
  },
  { variant: REPLICATED, belongs: isRolling, environment: { HEARTH_DRAIN_DELAY: '1s' } },
];

/**
 * Kills and freezes the parts of a running system, with a process for each service and a real Kafka, and restarts services of another one
 * that has several processes for each. What is struck and when is drawn from a seed.
 * @param {import('./black-box.mjs').Context & { seed?: string }} context with `all` more is written while they are struck, every service is
 *   restarted, and the alerts are run over the metrics of faults
 */
export async function runFaults({ progress, cleanups, pattern, all, seed = String(randomInt(1_000_000)) }) {
  const again = `the same faults again: ./hearth test faults --seed ${seed}`;
  progress.note(`Faults are drawn from the seed ${seed}; ${again}`);
  const drawn = {
    HEARTH_E2E_SEED: seed,
    ...(all ? WHOLE : SHORT),
  };
  const settings = (folder) => ({ ...drawn, ...enginesOf(folder) });
  const asked = chooseSpecs(allSpecs(), SPECS_OF.faults, pattern);
  const outcomes = [];
  for (const { variant, belongs, environment } of SUITES) {
    const suite = { specs: asked.filter(belongs), label: 'faults', settings, environment };
    outcomes.push(await runInMode({ progress, cleanups }, suite, variant));
  }
  const specs = all || pattern !== undefined ? asked.filter(isOfAlerts) : [];
  outcomes.push(await runAlerts({ progress, cleanups }, { specs, settings }));
  const total = totalOf(outcomes);
  if (total.failed > 0) progress.note(`The faults of seed ${seed} did harm; ${again}`);
  return total;
}
