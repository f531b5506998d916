import { dataFolder } from '../data-folder.mjs';
import { Failure } from '../failure.mjs';
import { ensureInstalled } from '../install/install.mjs';
import { createProgress } from '../progress.mjs';
import { runProgram } from '../run-program.mjs';
import { runningEngines } from '../supervisor/database-access.mjs';
import { settingsOfEnvironment } from '../supervisor/environment.mjs';
import { deadLetters, programOf } from '../supervisor/services.mjs';

/**
 * Lists or replays dead letters in the database of a data folder's running system, or in that of DATABASE_URL. What the program
 * prints on standard output is what was asked for and goes there at once.
 */
export async function run({ data: folder, ...values }, [action, ...ids]) {
  if (!['list', 'replay'].includes(action)) {
    throw new Failure(`dead-letters can list and replay, not "${action}"; see ./hearth dead-letters --help.`, {
      exitCode: 2,
    });
  }
  const data = dataFolder(folder);
  const databaseUrl = databaseOf(data);
  await ensureInstalled(createProgress());
  const { command, args, options } = deadLetters({ data, databaseUrl, program: programOf }, [
    action,
    ...argumentsOf(values),
    ...ids,
  ]);
  const { status, output } = await runProgram(command, args, { ...options, stdio: ['ignore', 'inherit', 'pipe'] });
  if (status === 0) process.stderr.write(output);
  else throw failureOf(status, output);
}

/** @throws {Failure} when no database can be found */
function databaseOf(data) {
  const { databaseUrl } = settingsOfEnvironment();
  if (databaseUrl) return databaseUrl;
  const running = runningEngines(data);
  if (!running) {
    throw new Failure(
      `Hearth is not running on ${data.folder}, so its database is not either: start it with ./hearth up, or set DATABASE_URL.`,
    );
  }
  if (running.databaseUrl) return running.databaseUrl;
  throw new Failure('This Hearth uses a PostgreSQL server of yours: set DATABASE_URL to it and run this again.');
}

/** The options as the program takes them. */
function argumentsOf(values) {
  return Object.entries(values).flatMap(([name, value]) => (value === true ? [`--${name}`] : [`--${name}`, value]));
}

/** The program's last line is the sentence that says what is wrong; others say more. */
function failureOf(status, output) {
  const lines = output.trimEnd().split('\n');
  const sentence = (lines.pop() ?? '').replace(/\.$/, '');
  return new Failure(`${sentence || 'The dead letters cannot be read'}.`, {
    exitCode: status,
    details: lines.join('\n'),
  });
}
