import { Injectable, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { DataModule, Database, type ServiceSchema } from '@hearth/data';
import { defineBackfill } from '../backfills/backfill.js';
import { runBackfill } from '../backfills/run-backfill.js';
import { Job, type JobRun } from '../handlers.js';
import { JobsModule } from '../jobs.module.js';
import { startJobs } from '../start-jobs.js';

/** A table with rows from before its column `filled`, which counts how often each was changed. */
class OldRows1763700000003 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('create table old_rows (id bigint primary key, filled int not null default 0)');
    await runner.query('insert into old_rows (id) select generate_series(1, 1000)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table old_rows');
  }
}

export const schema: ServiceSchema = { service: 'ci', entities: [], migrations: [OldRows1763700000003], jobs: true };
export const FillOldRows = defineBackfill({ name: 'fill-old-rows', table: 'old_rows' });

@Injectable()
class OldRows {
  /** The process kills itself in the batch with this row. */
  static deadly = 0;

  constructor(private readonly db: Database) {}

  @Job(FillOldRows)
  fill(_: object, run: JobRun): Promise<void> {
    return runBackfill(
      this.db,
      FillOldRows,
      async (tx, { after, upTo }) => {
        const text = 'update old_rows set filled = filled + 1 where id > $1 and id <= $2 returning id';
        const rows = await tx.prepared<{ id: number }>(text, [after, upTo]);
        if (rows.some(({ id }) => id === OldRows.deadly)) process.kill(process.pid, 'SIGKILL');
        return rows.length;
      },
      run,
    );
  }
}

@Module({ imports: [DataModule.forService(schema), JobsModule.forService('ci')], providers: [OldRows] })
class BackfillService {}

/** Starts the service, with DATABASE_URL in the environment. */
export async function startBackfillService(deadly: number): Promise<void> {
  OldRows.deadly = deadly;
  startJobs(await NestFactory.createApplicationContext(BackfillService, { logger: ['fatal'] }));
}
