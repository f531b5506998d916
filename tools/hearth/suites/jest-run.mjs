import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { readJson } from '../json-files.mjs';
import { root } from '../paths.mjs';
import { runProgram } from '../run-program.mjs';

/**
 * Runs Jest on the specs that match a pattern and counts from its report.
 * @param {{ pattern: string, ignore?: string[], env?: NodeJS.ProcessEnv }} choice patterns of paths, `env` is added
 * @returns {Promise<import('../commands/test.mjs').Outcome>}
 */
export async function runJest({ pattern, ignore = [], env = {} }) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'hearth-jest-'));
  const report = path.join(folder, 'report.json');
  try {
    const ignored = ignore.flatMap((part) => ['--testPathIgnorePatterns', part]);
    // A spec that fails may leave a connection open, and the run has to end all the same.
    const ending = ['--forceExit', '--json', `--outputFile=${report}`];
    const args = ['tools/jest.mjs', ...ending, ...ignored, '--testPathPatterns', pattern];
    const { status } = await runProgram(process.execPath, args, {
      cwd: root,
      env: { ...process.env, ...env },
      // The report is in the file; Jest would print it on standard output as well if it were told no file.
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    return countResults(readJson(report), status);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Counts a Jest report. A spec file that could not be run counts as one failure, and so does a run that failed in another
 * way or in which there was no test.
 * @param {{ numPassedTests: number, numFailedTests: number, numRuntimeErrorTestSuites: number } | undefined} report
 */
export function countResults(report, status) {
  const passed = report?.numPassedTests ?? 0;
  const failed = (report?.numFailedTests ?? 0) + (report?.numRuntimeErrorTestSuites ?? 0);
  const wrong = failed === 0 && (status !== 0 || passed === 0);
  return { passed, failed: wrong ? 1 : failed };
}
