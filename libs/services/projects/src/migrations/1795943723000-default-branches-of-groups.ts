import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Name of the first branch of a group's new projects. */
export class DefaultBranchesOfGroups1795943723000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table namespaces add column default_branch text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table namespaces drop column default_branch');
  }
}
