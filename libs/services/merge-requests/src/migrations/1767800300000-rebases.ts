import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Requested rebases of merge requests; errors of merges become sentences for users. */
export class Rebases1767800300000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table merge_requests add rebase_requested_at timestamptz(3)');
    await runner.query(
      `update merge_requests set merge_error = 'Something went wrong during merge' where merge_error is not null`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table merge_requests drop rebase_requested_at');
  }
}
