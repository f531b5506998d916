import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The only branch that a fork copies. */
export class ForkBranch1795943254000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table repositories add column fork_branch text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table repositories drop column fork_branch');
  }
}
