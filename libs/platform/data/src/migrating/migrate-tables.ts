import { setTimeout as delay } from 'node:timers/promises';
import { DataSource, MigrationExecutor, type MigrationInterface, type QueryRunner } from 'typeorm';
import { migrationOptions } from '../data-source.js';
import { sqlState } from '../errors.js';
import type { ServiceSchema } from '../service-schema.js';

/** Longest wait for a lock: while a migration waits, all that come after it wait behind it. */
const LOCK_WAIT_MS = 150;
/** Delay between attempts, in which the waiting requests run. */
const PAUSE_MS = 500;
/** Longest time for which a migration is retried. */
const RETRY_MS = 10 * 60_000;
/** SQLSTATE `lock_not_available`: the wait has reached `lock_timeout`. */
const LOCKED = '55P03';

/**
 * Runs the migrations of a service that were not run yet, each in its own transaction, or in none when its `transaction` is false, as `create index
 * concurrently` needs. A migration that does not get a lock in time is retried, so that requests wait for a moment only.
 * @param report called once for each applied migration
 */
export async function migrateTables(url: string, schema: ServiceSchema, report: (line: string) => void): Promise<void> {
  const source = await new DataSource(migrationOptions(schema, url)).initialize();
  try {
    for (const migration of source.migrations) limitLockWait(migration);
    const pending = await new MigrationExecutor(source).getPendingMigrations();
    await retryWhileLocked(() => source.runMigrations({ transaction: 'each' }));
    for (const { name } of pending) report(`${schema.service}: ${name}`);
  } finally {
    await source.destroy();
  }
}

/** Sets a short `lock_timeout` in the transaction of a migration. */
function limitLockWait(migration: MigrationInterface): void {
  if (migration.transaction === false) return;
  const up = migration.up.bind(migration);
  migration.up = async (runner: QueryRunner) => {
    await runner.query(`set local lock_timeout = ${LOCK_WAIT_MS}`);
    await up(runner);
  };
}

async function retryWhileLocked(work: () => Promise<unknown>): Promise<void> {
  const until = performance.now() + RETRY_MS;
  for (;;) {
    try {
      await work();
      return;
    } catch (error) {
      if (sqlState(error) !== LOCKED || performance.now() > until) throw error;
      await delay(PAUSE_MS);
    }
  }
}
