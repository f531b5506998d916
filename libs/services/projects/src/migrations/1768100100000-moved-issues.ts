import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The issue that replaces one which was moved to another project. */
export class MovedIssues1768100100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table issues add column moved_to_id bigint references issues on delete set null');
    await runner.query('create index issues_moved_to on issues (moved_to_id) where moved_to_id is not null');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table issues drop column moved_to_id');
  }
}
