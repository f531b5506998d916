import { PgBoss, type ConstructorOptions, type Db as BossDatabase } from 'pg-boss';
import type { ServiceName } from '@hearth/contract-kit';
import { jobSchemaName, type Database, type Tx } from '@hearth/data';

/** A pg-boss for a service's job schema that neither migrates nor keeps a pool of its own. */
export function makeBoss(service: ServiceName, db: BossDatabase, options: Partial<ConstructorOptions> = {}): PgBoss {
  return new PgBoss({
    db,
    schema: jobSchemaName(service),
    createSchema: false,
    migrate: false,
    schedule: false,
    superviseIntervalSeconds: 1,
    monitorIntervalSeconds: 1,
    maintenanceIntervalSeconds: 600,
    // Jobs that depend on each other are not used.
    flowIntervalSeconds: 600,
    // How far the clock of this machine and the database's differ, for schedules.
    clockMonitorIntervalSeconds: 60,
    ...options,
  });
}

/** Lets pg-boss work on the service's own connections. */
export function sharedPool(database: Database): BossDatabase {
  return {
    executeSql: async (text, values) => {
      const client = await database.connection();
      // A lost connection fails the statement; as an event that nobody hears it would end the process.
      client.on('error', ignore);
      let failed = true;
      try {
        // pg-boss sends several statements in one text and reads all their results.
        const result = await client.query(text, values);
        failed = false;
        return result;
      } finally {
        // After a failure the connection may stand in a broken transaction.
        client.off('error', ignore);
        client.release(failed);
      }
    },
  };
}

/** Lets pg-boss take part in a transaction. */
export function inTransaction(tx: Tx): BossDatabase {
  return { executeSql: async (text, values) => ({ rows: await tx.query(text, values) }) };
}

function ignore(): void {}
