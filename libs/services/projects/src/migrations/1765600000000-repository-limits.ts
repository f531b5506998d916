import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Limits of the size of repositories, in bytes; 0 is none, null that of the groups around, or of the instance. */
export class RepositoryLimits1765600000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table projects add column repository_size_limit bigint');
    await runner.query('alter table namespaces add column repository_size_limit bigint');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table namespaces drop column repository_size_limit');
    await runner.query('alter table projects drop column repository_size_limit');
  }
}
