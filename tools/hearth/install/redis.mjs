import { Failure } from '../failure.mjs';
import { runProgram } from '../run-program.mjs';
import { installMissing } from './system-packages.mjs';

/** Servers that speak the protocol, in the order to try them. */
const SERVERS = ['valkey-server', 'redis-server'];

/**
 * A Redis or Valkey for the specs that want one, from the system's packages where this user may install them. Without one those specs are
 * skipped, with one line that says so: nothing of Hearth needs it to run.
 * @param {import('./system-packages.mjs').Consent} [consent]
 * @returns {Promise<string | undefined>} the command that starts the server
 */
export async function ensureRedis(progress, consent) {
  const found = await findRedis();
  if (found) return found;
  try {
    await installMissing('Testing shared rate limits', { redis: true }, progress, consent);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    progress.note(`Specs with Redis are skipped: ${error.message}`);
    return undefined;
  }
  return findRedis();
}

/** The first server that runs. */
async function findRedis() {
  for (const command of SERVERS) {
    const { status } = await runProgram(command, ['--version']);
    if (status === 0) return command;
  }
  return undefined;
}
