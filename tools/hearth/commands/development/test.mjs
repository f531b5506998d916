import { suiteNames } from '../../command-table.mjs';
import { Failure, reportError } from '../../failure.mjs';
import { ensureInstalled } from '../../install/install.mjs';
import { createProgress } from '../../progress.mjs';
import { affectedSpecs } from '../../suites/affected.mjs';
import { runEndToEnd } from '../../suites/black-box.mjs';
import { runChecks } from '../../suites/checks.mjs';
import { Cleanups } from '../../suites/cleanups.mjs';
import { runFaults } from '../../suites/faults.mjs';
import { keepFilesInMemory } from '../../suites/files-in-memory.mjs';
import { runFuzz } from '../../suites/fuzz.mjs';
import { estimate, keptDurations, left } from '../../suites/durations.mjs';
import { runIntegration, runWithKafka } from '../../suites/integration.mjs';
import { totalOf } from '../../suites/outcomes.mjs';
import { requireSpecs } from '../../suites/specs.mjs';
import { runUnit } from '../../suites/unit.mjs';
import { runUpgrades } from '../../suites/upgrades.mjs';

/**
 * Suites for each name, in this order. Suites that mostly wait (for consumers, restarts, time) run in a lane of their own, beside the
 * others, which then yield to them.
 */
const SUITES = {
  unit: [
    { name: 'checks', test: runChecks },
    { name: 'unit', test: runUnit },
  ],
  integration: [
    { name: 'with-kafka', test: runWithKafka, waits: true },
    { name: 'integration', test: runIntegration },
  ],
  e2e: [{ name: 'e2e', test: runEndToEnd }],
  faults: [{ name: 'faults', test: runFaults, waits: true }],
  fuzz: [{ name: 'fuzz', test: runFuzz, waits: true }],
  upgrades: [{ name: 'upgrades', test: runUpgrades }],
};

/** The suite that needs a revision, and is run by its name alone. */
const UPGRADES = 'upgrades';
/** Name of the choice of specs that a change can break, and the suites that they are chosen from. */
const AFFECTED = 'affected';
const SUITES_OF_AFFECTED = ['unit', 'integration', 'e2e'];

/**
 * Runs test suites; the last line on standard output is `N passed, N failed`.
 * @throws {Failure} when the arguments name no suite, revision or spec
 */
export async function run({ seed, all, base, from }, [only, pattern]) {
  const affected = only === AFFECTED;
  if (base !== undefined && !affected) throw new Failure('--base is for ./hearth test affected.', { exitCode: 2 });
  if (affected && pattern !== undefined) throw new Failure('affected takes no PATTERN.', { exitCode: 2 });
  if ((from !== undefined) !== (only === UPGRADES))
    throw new Failure('--from REF goes with ./hearth test upgrades, and that needs it.', { exitCode: 2 });
  const names = affected ? SUITES_OF_AFFECTED : only === undefined ? suiteNames() : [only];
  const unknown = names.find((name) => name !== UPGRADES && !suiteNames().includes(name));
  if (unknown)
    throw new Failure(
      `There is no suite "${unknown}": choose one of ${[...suiteNames(), AFFECTED, UPGRADES].join(', ')}.`,
      {
        exitCode: 2,
      },
    );
  const progress = createProgress({ showAfterMs: 0 });
  const cleanups = new Cleanups();
  const outcomes = [];
  try {
    const installed = await outcomeOf(async () => {
      await progress.step('Installing what is missing', () => ensureInstalled(progress));
      return { passed: 0, failed: 0 };
    });
    outcomes.push(installed);
    keepFilesInMemory(cleanups);
    // Not before: the specs are compiled by then.
    if (!affected && installed.failed === 0) for (const name of names) requireSpecs(name, pattern);
    const suites = installed.failed === 0 ? names.flatMap((name) => SUITES[name]) : [];
    const among = affected && installed.failed === 0 ? await affectedSpecs(progress, base) : undefined;
    outcomes.push(...(await runInLanes(suites, { progress, cleanups, pattern, among, seed, all, from })));
  } finally {
    await cleanups.run();
  }
  const { passed, failed, failures, unsteady } = totalOf(outcomes);
  for (const name of unsteady) progress.note(`passed only the second time: ${name}`);
  for (const failure of failures) progress.note(`failed: ${failure}`);
  process.stdout.write(`${passed} passed, ${failed} failed\n`);
  return failed === 0 ? 0 : 1;
}

/** Runs suites in two lanes, those that wait beside the others, and tells after each what is left. */
async function runInLanes(suites, context) {
  const lanes = Object.values(Object.groupBy(suites, ({ waits = false }) => waits));
  const waiting = lanes.map((lane) => lane.map(({ name }) => name));
  const whole = context.pattern === undefined && context.among === undefined && !context.all;
  const durations = keptDurations();
  const runOne = async ({ name, test, waits = false }, names) => {
    const started = performance.now();
    const yields = !waits && lanes.length > 1;
    const outcome = await outcomeOf(() => test({ ...context, yields }));
    names.shift();
    // What failed may have ended early.
    if (whole && outcome.failed === 0) durations.add({ [name]: Math.round((performance.now() - started) / 1000) });
    const done = suites.length - waiting.flat().length;
    if (suites.length > 1)
      context.progress.note(
        left(done, suites.length, 'suites', whole ? estimate(waiting, durations.read()) : undefined),
      );
    return outcome;
  };
  const runLane = async (lane, names) => {
    const outcomes = [];
    for (const suite of lane) if (!context.cleanups.interrupted) outcomes.push(await runOne(suite, names));
    return outcomes;
  };
  return (await Promise.all(lanes.map((lane, index) => runLane(lane, waiting[index])))).flat();
}

/** Reports a suite that cannot be run as one failure, so that a run always ends with its count. */
async function outcomeOf(work) {
  try {
    return await work();
  } catch (error) {
    reportError(error);
    return { passed: 0, failed: 1 };
  }
}
