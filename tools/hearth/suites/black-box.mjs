import { rmSync } from 'node:fs';
import path from 'node:path';
import { Failure } from '../failure.mjs';
import { ensurePython } from '../install/python.mjs';
import { root } from '../paths.mjs';
import { freePort } from '../ports.mjs';
import { runProgram } from '../run-program.mjs';
import { databaseOf } from './engines.mjs';
import { runJest } from './jest-run.mjs';
import { temporaryFolder } from './temporary-folder.mjs';

const CLI = path.join(root, 'hearth');
const SINGLE = { mode: 'single', flags: [], inWords: 'in one process' };
export const SPLIT = { mode: 'split', flags: ['--split'], inWords: 'with a process for each service' };

/** The log says enough to follow a request through it; and the only server that the suite can import from is on this machine. */
const ENVIRONMENT = { HEARTH_LOG_LEVEL: 'debug', HEARTH_ACCESS_LOG: 'all', HEARTH_IMPORT_FROM_PRIVATE: '1' };

/**
 * Runs a suite of apps/e2e against a system of its own, in both modes.
 * @param {{ progress: import('../progress.mjs').Progress, cleanups: import('./cleanups.mjs').Cleanups }} context
 * @param {{ pattern: string, label: string, variables?: NodeJS.ProcessEnv }} suite `variables` is what the specs find in their environment
 *   besides
 */
export async function runBlackBox(context, { pattern, label, variables }) {
  const total = { passed: 0, failed: 0 };
  const python = await ensurePython(context.progress);
  const settings = (folder) => ({ ...databaseOf(folder), HEARTH_E2E_PYTHON: python, ...variables });
  for (const variant of [SINGLE, SPLIT]) {
    const { passed, failed } = await runInMode(
      context,
      { pattern, label, environment: ENVIRONMENT, settings },
      variant,
    );
    total.passed += passed;
    total.failed += failed;
  }
  return total;
}

/**
 * Runs a suite against a system of its own, in one mode. A system that does not start counts as one failure.
 * @param {{ progress: import('../progress.mjs').Progress, cleanups: import('./cleanups.mjs').Cleanups }} context
 * @param {{ pattern: string, label: string, environment?: NodeJS.ProcessEnv, settings?: (folder: string) => NodeJS.ProcessEnv }} suite
 *   `environment` is what the system finds in its environment besides, `settings` what the specs find in theirs, given the data folder of
 *   the running system
 */
export async function runInMode(
  { progress, cleanups },
  { pattern, label, environment, settings },
  { mode, flags, inWords },
) {
  const folder = temporaryFolder(`hearth-${label}-${mode}-`);
  const data = ['--data', folder];
  const down = cleanups.add(() => hearth(['down', ...data]));
  let outcome = { passed: 0, failed: 1 };
  try {
    const port = String(await freePort());
    await progress.step(`Starting Hearth ${inWords}`, () =>
      hearth(['up', '--detach', '--port', port, ...flags, ...data], environment),
    );
    const token = (await hearth(['token', 'root', '--scopes', 'api,sudo', ...data])).trim();
    const env = {
      HEARTH_E2E_URL: `http://127.0.0.1:${port}`,
      HEARTH_E2E_TOKEN: token,
      HEARTH_E2E_DATA: folder,
      HEARTH_E2E_MODE: mode,
      HEARTH_E2E_CLI: CLI,
      ...settings?.(folder),
    };
    outcome = await progress.step(`Testing Hearth ${inWords} (${label})`, () => runJest({ pattern, env }));
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    progress.note(`${error.details}\n${error.message}`);
  }
  await progress.step('Stopping Hearth', down);
  if (outcome.failed === 0) rmSync(folder, { recursive: true, force: true });
  else progress.note(`Its data and logs are kept in ${folder}.`);
  return outcome;
}

async function hearth(args, environment = {}) {
  // A system of its own: never the servers and keys that this shell may point Hearth at.
  const { DATABASE_URL, KAFKA_BROKERS, HEARTH_ROOT_PASSWORD, HEARTH_KEYS, HEARTH_KEYS_FILE, ...env } = process.env;
  const { status, output, stdout } = await runProgram(CLI, args, { env: { ...env, ...environment } });
  if (status === 0) return stdout;
  throw new Failure(`./hearth ${args[0]} failed with status ${status}.`, { details: output });
}
