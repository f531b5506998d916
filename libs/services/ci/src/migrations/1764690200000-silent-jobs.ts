import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Running jobs without a report since they were taken: the machine that requested them, and since when it requests others. */
export class SilentJobs1764690200000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table jobs add runner_system text, add silent_since timestamptz');
    await runner.query(`
      create index jobs_silent on jobs (runner_id)
      where status = 'running' and kind = 'build' and updated_at = started_at`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index jobs_silent');
    await runner.query('alter table jobs drop runner_system, drop silent_since');
  }
}
