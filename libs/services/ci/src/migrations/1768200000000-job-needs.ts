import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The jobs that a job waits for, by name; null for a job that waits for the stages before its own. */
export class JobNeeds1768200000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table jobs add needs text[]');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table jobs drop needs');
  }
}
