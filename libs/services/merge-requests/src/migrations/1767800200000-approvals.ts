import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Approvals of merge requests, with the settings and the rule of a project. */
export class Approvals1767800200000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table merge_request_approvals, approval_rules, approval_settings');
  }
}

const UP = [
  `create table approval_settings (
     project_id bigint primary key,
     reset_on_push boolean not null,
     author_approval boolean not null
   )`,
  `create table approval_rules (
     id bigint generated always as identity primary key,
     project_id bigint not null unique,
     name text not null,
     approvals_required integer not null check (approvals_required between 0 and 100),
     updated_at timestamptz(3) not null default now()
   )`,
  `create table merge_request_approvals (
     merge_request_id bigint not null references merge_requests on delete cascade,
     user_id bigint not null,
     created_at timestamptz(3) not null default now(),
     primary key (merge_request_id, user_id)
   )`,
  'create index merge_request_approvals_user on merge_request_approvals (user_id)',
];
