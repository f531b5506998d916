import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Checks the states of the jobs and pipelines that there are, while requests go on. */
export class ValidatedStatuses1795956410000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const table of ['jobs', 'pipelines'])
      await runner.query(`alter table ${table} validate constraint ${table}_status_check`);
  }

  /** Changes nothing: the constraints go with the migration that added them. */
  down(): Promise<void> {
    return Promise.resolve();
  }
}
