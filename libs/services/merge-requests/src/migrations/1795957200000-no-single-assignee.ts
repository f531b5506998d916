import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Removes the assignee from before there were several, which is not read any more, and its three indexes, which each write has updated. */
export class NoSingleAssignee1795957200000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table merge_requests drop assignee_id');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table merge_requests add assignee_id bigint');
    for (const time of ['created_at', 'updated_at'])
      await runner.query(
        `create index merge_requests_assignee_${time} on merge_requests (assignee_id, ${time}, id) where deleted_at is null`,
      );
    await runner.query(`create index merge_requests_assigned on merge_requests (target_project_id, assignee_id)
      where assignee_id is not null and deleted_at is null`);
  }
}
