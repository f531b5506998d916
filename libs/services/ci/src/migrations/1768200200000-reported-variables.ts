import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Variables that a job has reported for the jobs that get its artifacts. */
export class ReportedVariables1768200200000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table jobs add reported_variables jsonb');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table jobs drop reported_variables');
  }
}
