import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Tips of target branches, for lists; and an index of the assignees of a project's merge requests. */
export class KnownBranches1766020000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`create table known_branches (
      project_id bigint not null,
      name text not null,
      tip text not null,
      primary key (project_id, name)
    )`);
    await runner.query(`create index merge_requests_assigned on merge_requests (target_project_id, assignee_id)
      where assignee_id is not null and deleted_at is null`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index merge_requests_assigned');
    await runner.query('drop table known_branches');
  }
}
