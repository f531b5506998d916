import { Failure } from '../failure.mjs';
import { runDatabaseProgram } from '../database-programs/run-database-program.mjs';

/**
 * Lists or replays dead letters in the database of a data folder's running system, or in that of DATABASE_URL. What the program
 * prints on standard output is what was asked for and goes there at once.
 */
export async function run({ data, ...values }, [action, ...ids]) {
  if (!['list', 'replay'].includes(action)) {
    throw new Failure(`dead-letters can list and replay, not "${action}"; see ./hearth dead-letters --help.`, {
      exitCode: 2,
    });
  }
  await runDatabaseProgram(data, 'dead-letters', [action, ...argumentsOf(values), ...ids]);
}

/** The options as the program takes them. */
function argumentsOf(values) {
  return Object.entries(values).flatMap(([name, value]) => (value === true ? [`--${name}`] : [`--${name}`, value]));
}
