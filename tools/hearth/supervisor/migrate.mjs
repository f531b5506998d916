import { appendFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Failure } from '../failure.mjs';
import { lastLines, runProgram } from '../run-program.mjs';
import { migrations } from './services.mjs';

const MARK = fileURLToPath(new URL('../database-programs/migration-mark.mjs', import.meta.url));

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

/**
 * Migrates as `runMigration` does, unless the database is marked as migrated by the same code with the same settings. Only the own PostgreSQL without
 * a Kafka, whose topics have no mark.
 * @param {import('./services.mjs').Surroundings} around @param {AbortSignal} signal ends it
 */
export async function migrateIfNeeded(around, signal) {
  const isMarkable = around.ports.postgres !== undefined && !around.brokers && !around.images;
  if (isMarkable && (await runMark('read', around, signal))) return;
  await runMigration(around, signal);
  if (isMarkable) await runMark('write', around, signal);
}

/** @returns {Promise<boolean>} false also where the mark cannot be read or written: the migration then runs, now or the next time */
async function runMark(action, around, signal) {
  const [{ command, args, options }] = migrations(around);
  const { status } = await runProgram(command, [MARK, action, ...args], { ...options, signal });
  return status === 0;
}
