import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Numbers of storages for repositories; null: that of the groups around, or of the instance. */
export class RepositoryCopies1767000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table projects add column repository_copies smallint');
    await runner.query('alter table namespaces add column repository_copies smallint');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table namespaces drop column repository_copies');
    await runner.query('alter table projects drop column repository_copies');
  }
}
