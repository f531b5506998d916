import { appendFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Failure } from '../failure.mjs';
import { readJson, removeRecord, writeJson } from '../json-files.mjs';
import { lastLines, runProgram } from '../run-program.mjs';
import { migrations } from './services.mjs';

const FINGERPRINT = fileURLToPath(new URL('../database-programs/migration-fingerprint.mjs', import.meta.url));

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
 * Migrates as `runMigration` does, unless the record of the last migration, what would run now and what the database has agree. Only the own PostgreSQL
 * without a Kafka is compared: the fingerprint needs a superuser, and shows no topics.
 * @param {import('./services.mjs').Surroundings} around @param {AbortSignal} signal ends it
 */
export async function migrateIfNeeded(around, signal) {
  const { data, ports, brokers, images } = around;
  const isComparable = ports.postgres !== undefined && !brokers && !images;
  if (isComparable && (await isMigrated(around, signal))) return;
  removeRecord(data.migration);
  await runMigration(around, signal);
  const fingerprint = isComparable ? await fingerprintOf(around, signal) : '';
  if (fingerprint) writeJson(data.migration, { fingerprint }, 0o600);
}

async function isMigrated(around, signal) {
  const known = readJson(around.data.migration)?.fingerprint;
  return Boolean(known) && known === (await fingerprintOf(around, signal));
}

/** Empty where it cannot be found out. */
async function fingerprintOf(around, signal) {
  const [{ command, args, options }] = migrations(around);
  const { status, stdout } = await runProgram(command, [FINGERPRINT, ...args], { ...options, signal });
  return status === 0 ? stdout : '';
}
