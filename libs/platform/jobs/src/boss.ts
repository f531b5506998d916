import { AsyncLocalStorage } from 'node:async_hooks';
import { PgBoss, type ConstructorOptions, type Db as BossDatabase } from 'pg-boss';
import type { ServiceName } from '@hearth/contract-kit';
import { jobSchemaName, type Database, type Tx } from '@hearth/data';

/** A pg-boss instance for a service's job schema; it neither migrates nor opens a connection pool. */
export function makeBoss(service: ServiceName, db: BossDatabase, options: Partial<ConstructorOptions> = {}): PgBoss {
  return new PgBoss({
    db,
    schema: jobSchemaName(service),
    createSchema: false,
    migrate: false,
    schedule: false,
    // How often expired jobs are failed and finished ones deleted.
    superviseIntervalSeconds: 30,
    monitorIntervalSeconds: 30,
    // Due schedules are enqueued within half a minute.
    cronMonitorIntervalSeconds: 20,
    cronWorkerIntervalSeconds: 10,
    maintenanceIntervalSeconds: 600,
    // Jobs that depend on each other are not used.
    flowIntervalSeconds: 600,
    // How often the clock difference between this machine and the database is measured, for schedules.
    clockMonitorIntervalSeconds: 60,
    ...options,
  });
}

/** Runs pg-boss' statements on the service's connection pool. */
export function sharedPool(database: Database): BossDatabase {
  return { executeSql: (text, values) => database.execute(text, values) };
}

/** Runs pg-boss' statements inside a transaction. */
export function inTransaction(tx: Tx): BossDatabase {
  return { executeSql: async (text, values) => ({ rows: await tx.query(text, values) }) };
}

/**
 * Runs all statements of pg-boss inside the transaction of its caller, also those that look a queue up. A second connection would be waited for while
 * the transaction holds the first: as many transactions as the pool has connections would wait for each other.
 */
export class CallersTransaction implements BossDatabase {
  private readonly callers = new AsyncLocalStorage<BossDatabase>();

  /** @param call of pg-boss */
  run<T>(tx: Tx, call: () => Promise<T>): Promise<T> {
    return this.callers.run(inTransaction(tx), call);
  }

  executeSql(text: string, values?: unknown[]): ReturnType<BossDatabase['executeSql']> {
    const caller = this.callers.getStore();
    if (!caller) throw new Error('pg-boss was called without a transaction');
    return caller.executeSql(text, values);
  }
}
