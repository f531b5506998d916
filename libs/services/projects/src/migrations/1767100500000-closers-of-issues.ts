import type { MigrationInterface, QueryRunner } from 'typeorm';

/** User who closed an issue; null for issues that were closed before. The index is for the deletion of users. */
export class ClosersOfIssues1767100500000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table issues add column closed_by_id bigint');
    await runner.query('create index issues_closed_by on issues (closed_by_id) where closed_by_id is not null');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table issues drop column closed_by_id');
  }
}
