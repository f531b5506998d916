import { appendFileSync } from 'node:fs';
import { Failure } from '../failure.mjs';
import { lastLines, runProgram } from '../run-program.mjs';
import { migrations } from './services.mjs';

/**
 * Migrates every service's schema (and makes the topics, where there is a Kafka), with the log of it in the data folder.
 * @param {import('./services.mjs').Surroundings} around @param {AbortSignal} [signal] ends it
 * @returns {Promise<string>} what it printed: a line for each migration that was applied
 */
export async function runMigration(around, signal) {
  const log = around.data.log('migrate');
  let printed = '';
  for (const { command, args, options } of migrations(around)) {
    const { status, output, stdout } = await runProgram(command, args, { ...options, signal });
    appendFileSync(log, output);
    if (status !== 0)
      throw new Failure(
        `The migration failed: its last lines are above, all of them in ${log}; mend the cause and run this again.`,
        { details: lastLines(output) },
      );
    printed += stdout;
  }
  return printed;
}
