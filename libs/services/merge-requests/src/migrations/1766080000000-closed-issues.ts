import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Issues that a merge closes, found when it begins. */
export class ClosedIssues1766080000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table merge_attempts add closing jsonb not null default '[]'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table merge_attempts drop closing');
  }
}
