import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Last measurement of a repository, and its number. */
export class RepositoryStatistics1764100000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table repositories
        add column commit_count bigint not null default 0,
        add column size_bytes bigint not null default 0,
        add column measurements bigint not null default 0`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'alter table repositories drop column commit_count, drop column size_bytes, drop column measurements',
    );
  }
}
