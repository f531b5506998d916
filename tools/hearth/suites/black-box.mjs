import { rmSync } from 'node:fs';
import path from 'node:path';
import { ensureImages } from '../../image/trees.mjs';
import { Failure } from '../failure.mjs';
import { root } from '../paths.mjs';
import { freePort } from '../ports.mjs';
import { runProgram } from '../run-program.mjs';
import { databaseOf } from './engines.mjs';
import { keptFolder } from './files-in-memory.mjs';
import { runJest } from './jest-run.mjs';
import { totalOf } from './outcomes.mjs';
import { ensureChromium, ensurePython, ensureSsh } from './programs.mjs';
import { allSpecs, chooseSpecs, SPECS_OF } from './specs.mjs';
import { temporaryFolder } from './temporary-folder.mjs';

const CLI = path.join(root, 'hearth');
const SINGLE = { mode: 'single', flags: [], inWords: 'in one process' };
export const SPLIT = { mode: 'split', flags: ['--split', '--yes'], inWords: 'with a process for each service' };

/** All requests of a run come from one address, and most from one user: more in a minute than any user sends. */
const BEYOND_LIMITS = {
  HEARTH_LIMIT_USER: '1000000',
  HEARTH_LIMIT_ADDRESS: '1000000',
  HEARTH_LIMIT_COSTLY: '1000000',
  HEARTH_SIGN_IN_LOGIN_BUDGET: '1000000',
  HEARTH_SIGN_IN_ADDRESS_BUDGET: '1000000',
};

/**
 * The log says enough to follow a request through it; the only server that the suite can import from is on this machine; and a repository
 * gets a bundle after as many clones as `CLONES` of `ssh-bundles.spec.ts`.
 */
const ENVIRONMENT = {
  HEARTH_LOG_LEVEL: 'debug',
  HEARTH_ACCESS_LOG: 'all',
  HEARTH_IMPORT_FROM_PRIVATE: '1',
  HEARTH_HOOKS_TO_PRIVATE: '1',
  HEARTH_BUNDLE_CLONES: '20',
};

/**
 * @typedef {{ progress: import('../progress.mjs').Progress, cleanups: import('./cleanups.mjs').Cleanups, pattern?: string, among?: (spec: string) => boolean,
 *   all?: boolean }} Context `pattern` is part of the path of the specs that were asked for, `among` says which specs come into question, `all` asks for everything
 *   in both modes
 */

/**
 * Journeys, clients and abuse hold in both modes. The rules of the wire and permissions hold in the split mode, where more can go wrong with them:
 * answers about access travel signed between processes, and are cached in each. The tables of single services and the looks of pages hold in one
 * process, which takes half of the processor time for a request. The split mode runs as it is deployed: from the images' trees, with the environment
 * of docker-compose.yml.
 */
export function runEndToEnd(context) {
  const modes = context.all
    ? { single: 'e2e', split: 'allInSplitMode' }
    : { single: 'inSingleMode', split: 'inSplitMode' };
  return runBlackBox(context, { modes, label: 'e2e', fromImages: true });
}

/**
 * Runs suites of apps/e2e against a system of each mode, both modes at the same time.
 * @param {Context} context
 * @param {{ modes: Record<string, string | undefined>, label: string, fromImages?: boolean, variables?: NodeJS.ProcessEnv }} choice
 *   `modes` is the suite for each mode; `fromImages` runs the split mode from the images' trees; `variables` is what the specs find in their environment besides
 */
export async function runBlackBox(context, { modes, label, fromImages = false, variables }) {
  const specs = allSpecs().filter(context.among ?? (() => true));
  if (context.among && !specs.some(SPECS_OF.e2e)) return { passed: 0, failed: 0 };
  const split = fromImages && modes.split ? await deployed(context.progress) : SPLIT;
  const asked = [SINGLE, split].map((variant) => {
    const suite = modes[variant.mode];
    return { variant, specs: suite === undefined ? [] : chooseSpecs(specs, SPECS_OF[suite], context.pattern) };
  });
  const browser = asked.some((run) => run.specs.some(wantsBrowser)) ? await browserFor(context.progress) : undefined;
  const hasSsh = !asked.some((run) => run.specs.some(wantsSsh)) || (await ensureSsh(context.progress)) !== undefined;
  const runs = asked
    .map((run) => ({
      ...run,
      specs: run.specs.filter((spec) => (browser || !wantsBrowser(spec)) && (hasSsh || !wantsSsh(spec))),
    }))
    .filter((run) => run.specs.length > 0);
  const python = await ensurePython(context.progress);
  const programs = { HEARTH_E2E_PYTHON: python, ...(browser && { HEARTH_TEST_BROWSER: browser }) };
  const settings = (folder) => ({ ...databaseOf(folder), ...programs, ...variables });
  const outcomes = runs.map(({ variant, specs }) =>
    runInMode(context, { specs, label, environment: ENVIRONMENT, settings }, variant),
  );
  return totalOf(await Promise.all(outcomes));
}

/** Specs of pages: they are skipped where there is no browser. */
const wantsBrowser = (spec) => spec.startsWith('apps/e2e/dist/pages/');

/** Specs of git over SSH: they are skipped where there is no client. */
const wantsSsh = (spec) => spec.startsWith('apps/e2e/dist/journeys/ssh');

/** One that was named, or one of the system. */
async function browserFor(progress) {
  return process.env.HEARTH_TEST_BROWSER || ensureChromium(progress);
}

async function deployed(progress) {
  return { ...SPLIT, flags: [...SPLIT.flags, '--images', await ensureImages(progress)] };
}

/**
 * Runs specs against a system of its own, in one mode. A system that does not start counts as one failure.
 * @param {Context} context
 * @param {{ specs: string[], label: string, environment?: NodeJS.ProcessEnv, settings?: (folder: string) => NodeJS.ProcessEnv, once?: boolean }} suite
 *   `environment` is what the system finds in its environment besides, `settings` what the specs find in theirs, given the data folder of
 *   the running system; with `once` specs that failed are not run again
 * @param {{ mode: string, flags: string[], inWords: string, cli?: string }} variant `cli` is the command of the checkout that the system runs from
 */
export async function runInMode(
  { progress, cleanups },
  { specs, label, environment, settings, once },
  { mode, flags, inWords, cli = CLI },
) {
  if (specs.length === 0) return { passed: 0, failed: 0 };
  const folder = temporaryFolder(`hearth-${label}-${mode}-`);
  const data = ['--data', folder];
  const hearth = (args, variables) => runCommand(cli, args, variables);
  const down = cleanups.add(() => hearth(['down', ...data]));
  let outcome = { passed: 0, failed: 1, failures: [`${label}, ${mode}: Hearth does not start`] };
  try {
    const port = String(await freePort());
    const sshPort = String(await freePort(new Set([Number(port)])));
    await progress.step(`Starting Hearth ${inWords}`, () =>
      hearth(['up', '--detach', '--port', port, '--ssh-port', sshPort, ...flags, ...data], {
        ...BEYOND_LIMITS,
        ...environment,
      }),
    );
    const token = (await hearth(['token', 'root', '--scopes', 'api,sudo', ...data])).trim();
    const env = {
      HEARTH_E2E_URL: `http://127.0.0.1:${port}`,
      HEARTH_E2E_TOKEN: token,
      HEARTH_E2E_SSH_PORT: sshPort,
      HEARTH_E2E_DATA: folder,
      HEARTH_E2E_MODE: mode,
      HEARTH_E2E_CLI: CLI,
      // The fuzzer is one test, and so is a round of faults.
      HEARTH_TEST_LIMIT_MINUTES: '15',
      ...settings?.(folder),
    };
    const test = () => runRounds({ cleanups }, rounds(specs), { env, once, prefix: `${mode} | ` });
    const { passed, failed, failures, unsteady } = await progress.step(`Testing Hearth ${inWords} (${label})`, test);
    const inMode = (name) => `${mode}: ${name}`;
    outcome = { passed, failed, failures: failures.map(inMode), unsteady: unsteady.map(inMode) };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    progress.note(`${error.details}\n${error.message}`);
  }
  await progress.step('Stopping Hearth', down);
  if (outcome.failed === 0) rmSync(folder, { recursive: true, force: true });
  else progress.note(`Its data and logs are kept in ${keptFolder(folder)}.`);
  return outcome;
}

/**
 * Divides the specs of a mode: first those that run one at a time, then those of which two may run at a time. By then the other mode may have
 * left its processor.
 * @param {string[]} all
 * @returns {{ specs: string[], processes: number }[]} without empty ones
 */
export function rounds(all) {
  const { true: concurrent = [], false: others = [] } = Object.groupBy(all, SPECS_OF.concurrent);
  const both = [
    { specs: others, processes: 1 },
    { specs: concurrent, processes: 2 },
  ];
  return both.filter(({ specs }) => specs.length > 0);
}

async function runRounds(context, divided, choice) {
  const outcomes = [];
  for (const round of divided)
    if (!context.cleanups.interrupted) outcomes.push(await runJest(context, { ...choice, ...round }));
  return totalOf(outcomes);
}

async function runCommand(cli, args, environment = {}) {
  // A system of its own: never the servers and keys that this shell may point Hearth at.
  const { DATABASE_URL, KAFKA_BROKERS, HEARTH_ROOT_PASSWORD, HEARTH_KEYS, HEARTH_KEYS_FILE, ...env } = process.env;
  const { status, output, stdout } = await runProgram(cli, args, { env: { ...env, ...environment } });
  if (status === 0) return stdout;
  throw new Failure(`./hearth ${args[0]} failed with status ${status}.`, { details: output });
}
