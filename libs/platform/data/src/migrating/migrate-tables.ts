import { setTimeout as delay } from 'node:timers/promises';
import { DataSource, MigrationExecutor, type MigrationInterface, type QueryRunner } from 'typeorm';
import { migrationOptions } from '../data-source.js';
import { sqlState } from '../errors.js';
import type { ServiceSchema } from '../service-schema.js';

/** Longest wait for a lock: while a migration waits, all that come after it wait behind it. */
const LOCK_WAIT_MS = 150;
/** Pause after it, in which those go on. */
const PAUSE_MS = 500;
/** For so long a migration gives way to others that hold its lock. */
const GIVE_UP_MS = 10 * 60_000;
/** SQLSTATE of a lock that was not to be had in time. */
const LOCKED = '55P03';

/**
 * Runs the migrations of a service that were not run yet, each in its own transaction, or in none when its `transaction` is false, as `create index
 * concurrently` needs. One whose lock others hold for long is begun again, so that requests wait for a moment only.
 * @param report called once for each applied migration
 */
export async function migrateTables(url: string, schema: ServiceSchema, report: (line: string) => void): Promise<void> {
  const source = await new DataSource(migrationOptions(schema, url)).initialize();
  try {
    for (const migration of source.migrations) giveWay(migration);
    const pending = await new MigrationExecutor(source).getPendingMigrations();
    await insist(() => source.runMigrations({ transaction: 'each' }));
    for (const { name } of pending) report(`${schema.service}: ${name}`);
  } finally {
    await source.destroy();
  }
}

/** Lets the transaction of a migration wait for locks for a moment only. */
function giveWay(migration: MigrationInterface): void {
  if (migration.transaction === false) return;
  const up = migration.up.bind(migration);
  migration.up = async (runner: QueryRunner) => {
    await runner.query(`set local lock_timeout = ${LOCK_WAIT_MS}`);
    await up(runner);
  };
}

async function insist(work: () => Promise<unknown>): Promise<void> {
  const until = performance.now() + GIVE_UP_MS;
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
