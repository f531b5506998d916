import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Number of storages for a repository, its own included; null: HEARTH_COPIES. */
export class WantedCopies1767000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table repositories add column copies smallint');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table repositories drop column copies');
  }
}
