import type { MigrationInterface, QueryRunner } from 'typeorm';

/** On how many storages a repository is to be, its own included; null: on as many as HEARTH_COPIES says. */
export class WantedCopies1767000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table repositories add column copies smallint');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table repositories drop column copies');
  }
}
