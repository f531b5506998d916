import { dataFolder } from '../data-folder.mjs';
import { Failure } from '../failure.mjs';
import { programOf } from '../install/bundles.mjs';
import { ensureInstalled } from '../install/install.mjs';
import { createProgress } from '../progress.mjs';
import { runProgram } from '../run-program.mjs';
import { databaseUrlOf, runningEngines } from '../supervisor/database-access.mjs';
import { settingsOfEnvironment } from '../supervisor/environment.mjs';
import { databaseProgram } from '../supervisor/services.mjs';

/**
 * Runs a program with the database of a data folder's running system, or that of DATABASE_URL. What it prints on standard output goes there at
 * once.
 * @param {string | undefined} folder the data folder
 * @param {'dead-letters' | 'storages'} program
 * @param {string[]} args what it is asked to do
 * @throws {Failure} when no database can be found, and with the program's own sentence when it fails
 */
export async function runDatabaseProgram(folder, program, args) {
  const data = dataFolder(folder);
  const databaseUrl = databaseOf(data);
  await ensureInstalled(createProgress());
  await requireDatabaseProgram(databaseProgram({ data, databaseUrl, program: programOf }, program, args), program);
}

/**
 * Runs a program whose last line on standard error is the sentence of its failure.
 * @param {{ command: string, args: string[], options: object }} start @param {string} name
 * @param {number[]} [answers] exit statuses that are no failure
 * @returns {Promise<number>} the exit status
 * @throws {Failure} with the program's own sentence
 */
export async function requireDatabaseProgram({ command, args, options }, name, answers = [0]) {
  const { status, output } = await runProgram(command, args, { ...options, stdio: ['ignore', 'inherit', 'pipe'] });
  if (!answers.includes(status)) throw failureOf(name, status, output);
  process.stderr.write(output);
  return status;
}

/** @throws {Failure} when no database can be found */
function databaseOf(data) {
  const running = runningEngines(data);
  if (!running && !settingsOfEnvironment().databaseUrl) {
    throw new Failure(
      `Hearth is not running on ${data.folder}, so its database is not either: start it with ./hearth up, or set DATABASE_URL.`,
    );
  }
  return databaseUrlOf(running);
}

/** The program's last line is the sentence that says what is wrong; others say more. */
function failureOf(program, status, output) {
  const lines = output.trimEnd().split('\n');
  const sentence = (lines.pop() ?? '').replace(/\.$/, '');
  return new Failure(`${sentence || `${program} failed`}.`, {
    exitCode: status,
    details: lines.join('\n'),
  });
}
