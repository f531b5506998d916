import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The jobs of other pipelines whose artifacts a job gets, as they were found when a runner took it. */
export class OtherJobs1795867360000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table jobs add other_job_ids bigint[]');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table jobs drop other_job_ids');
  }
}
