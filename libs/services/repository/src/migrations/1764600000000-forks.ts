import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Repositories that are copies of others on the same storage. */
export class Forks1764600000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table repositories add column fork_source_id bigint');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table repositories drop column fork_source_id');
  }
}
