import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Several assignees and reviewers of a merge request, and the user who closed it. The release before still uses `assignee_id`. */
export class MergeRequestAssignments1767200000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await runner.query(statement);
  }
}

const UP = [
  `create table merge_request_assignments (
     merge_request_id bigint not null references merge_requests on delete cascade,
     role text not null check (role in ('assignee', 'reviewer')),
     user_id bigint not null,
     project_id bigint not null,
     created_at timestamptz(3) not null default now(),
     primary key (merge_request_id, role, user_id)
   )`,
  `insert into merge_request_assignments (merge_request_id, role, user_id, project_id)
   select id, 'assignee', assignee_id, target_project_id from merge_requests where assignee_id is not null and deleted_at is null`,
  'create index merge_request_assignments_user on merge_request_assignments (user_id, role, merge_request_id)',
  'create index merge_request_assignments_project on merge_request_assignments (project_id, user_id)',
  'alter table merge_requests add closed_by_id bigint',
  'create index merge_requests_closed_by on merge_requests (closed_by_id) where closed_by_id is not null',
];

const DOWN = [
  'alter table merge_requests drop closed_by_id',
  `update merge_requests set assignee_id = first.user_id from (
     select merge_request_id, min(user_id) as user_id from merge_request_assignments where role = 'assignee' group by 1) first
   where first.merge_request_id = id`,
  'drop table merge_request_assignments',
];
