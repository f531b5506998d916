import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { readJson } from '../json-files.mjs';
import { root } from '../paths.mjs';
import { estimate, keptDurations, left } from './durations.mjs';
import { yielding } from './priority.mjs';

/** Maximum number of failed spec files that are retried; more indicate a real failure. On a machine at half its usual speed, some of 400 files time out. */
const MOST_RUN_AGAIN = 8;

/**
 * Runs Jest on specs and counts from its report. A few spec files that failed are run a second time, alone: on a busy machine a process may
 * starve until its time is over. Their second outcome counts, and what passed only then is named in `unsteady`, since it has to be mended too.
 * @param {{ cleanups: import('./cleanups.mjs').Cleanups, yields?: boolean }} context with `yields` other programs come first
 * @param {{ specs: string[], env?: NodeJS.ProcessEnv, processes?: number, prefix?: string, once?: boolean }} choice
 *   `env` is added; `processes` is how many specs run at a time; `prefix` begins each line that Jest prints; with `once` nothing is run a second time
 * @returns {Promise<import('./outcomes.mjs').Outcome>}
 */
export async function runJest(context, choice) {
  const first = await runOnce(context, choice);
  const specs = [...new Set(first.failedTests.map(({ spec }) => spec))];
  if (choice.once || specs.length === 0 || specs.length > MOST_RUN_AGAIN || context.cleanups.interrupted) return first;
  return secondOutcome(first, await runOnce(context, { ...choice, specs, processes: 1 }));
}

async function runOnce({ cleanups, yields = false }, { specs, env = {}, processes = 2, prefix = '' }) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'hearth-jest-'));
  const report = path.join(folder, 'report.json');
  try {
    // A spec that fails may leave a connection open, and the run has to end all the same.
    const ending = ['--forceExit', '--json', `--outputFile=${report}`];
    const args = ['tools/jest.mjs', '-w', `${processes}`, ...ending, '--runTestsByPath', ...specs];
    const command = yielding([process.execPath, ...args], yields);
    const status = await run(cleanups, command, { ...process.env, ...env }, linesWithCount(specs, processes, prefix));
    const written = readJson(report);
    keptDurations().add(secondsIn(written));
    return countResults(written, status);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Returns what to print for a line of Jest's: with the spec files that are done and the time that the others took the last time. */
function linesWithCount(specs, processes, prefix) {
  const seconds = keptDurations().read();
  const waiting = new Set(specs);
  return (line) => {
    const [, spec] = /^(?:PASS|FAIL) (\S+)/.exec(line) ?? [];
    if (!spec) return `${prefix}${line}`;
    waiting.delete(spec);
    const together = estimate([[...waiting]], seconds);
    const rest = left(specs.length - waiting.size, specs.length, 'files', together && together / processes);
    return `${prefix}${line}  ${rest}`;
  };
}

function secondsIn({ testResults = [] } = {}) {
  const seconds = ({ startTime, endTime }) => Math.round((endTime - startTime) / 100) / 10;
  return Object.fromEntries(
    testResults.filter(({ endTime }) => endTime > 0).map((file) => [specOf(file), seconds(file)]),
  );
}

async function run(cleanups, [command, ...args], env, shown) {
  // The report is in the file; Jest would print it on standard output as well if it were told no file.
  const child = spawn(command, args, { cwd: root, env, stdio: ['ignore', 'inherit', 'pipe'] });
  const lines = createInterface({ input: child.stderr }).on('line', (line) => {
    // Jest ends with the paths of all specs, on one line.
    if (!line.startsWith('Ran all test suites')) process.stderr.write(`${shown(line)}\n`);
  });
  const ended = new Promise((resolve) => {
    child.once('error', () => resolve(127));
    child.once('close', (code) => resolve(code ?? 1));
  });
  const stop = cleanups.add(async () => {
    child.kill('SIGTERM');
    await ended;
  });
  const status = await ended;
  lines.close();
  await stop();
  return status;
}

/**
 * @typedef {{ spec: string, test?: string }} FailedTest `spec` is the path of the file; without `test` the file could not be run
 * @typedef {import('./outcomes.mjs').Outcome & { failedTests: FailedTest[], passedIn: Map<string, number> }} JestOutcome `passedIn` counts what
 *   passed in each spec file
 */

/**
 * Counts a Jest report. A spec file that could not be run counts as one failure, and so does a run that failed in another
 * way or in which there was no test.
 * @param {{ numPassedTests: number, numFailedTests: number, numRuntimeErrorTestSuites: number, testResults?: object[] } | undefined} report
 * @returns {JestOutcome}
 */
export function countResults(report, status) {
  const passed = report?.numPassedTests ?? 0;
  const failed = (report?.numFailedTests ?? 0) + (report?.numRuntimeErrorTestSuites ?? 0);
  const wrong = failed === 0 && (status !== 0 || passed === 0);
  const failedTests = failedTestsIn(report);
  const passedIn = new Map((report?.testResults ?? []).map((file) => [specOf(file), passedTestsIn(file)]));
  return { passed, failed: wrong ? 1 : failed, failures: failedTests.map(nameOf), failedTests, passedIn };
}

/**
 * The outcome of a run after its failed spec files were run again.
 * @param {JestOutcome} first
 * @param {JestOutcome} second
 * @returns {import('./outcomes.mjs').Outcome}
 */
export function secondOutcome(first, second) {
  const again = new Set(first.failedTests.map(({ spec }) => spec));
  const replaced = [...again].reduce((total, spec) => total + (first.passedIn.get(spec) ?? 0), 0);
  return {
    passed: first.passed - replaced + second.passed,
    failed: second.failed,
    failures: second.failures,
    unsteady: first.failures.filter((failure) => !second.failures.includes(failure)),
  };
}

function failedTestsIn({ testResults = [] } = {}) {
  return testResults.flatMap((file) => {
    const spec = specOf(file);
    const tests = file.assertionResults.filter((test) => test.status === 'failed');
    if (tests.length === 0) return file.status === 'failed' ? [{ spec }] : [];
    return tests.map(({ ancestorTitles, title }) => ({ spec, test: [...ancestorTitles, title].join(' > ') }));
  });
}

function specOf({ name }) {
  return path.relative(root, name);
}

function passedTestsIn({ assertionResults }) {
  return assertionResults.filter((test) => test.status === 'passed').length;
}

function nameOf({ spec, test }) {
  return test === undefined ? spec : `${spec}: ${test}`;
}
