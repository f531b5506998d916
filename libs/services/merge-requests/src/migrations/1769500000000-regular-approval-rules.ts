import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Approval rules for chosen users and groups; their ids are from the same sequence as those of the other rules. */
export class RegularApprovalRules1769500000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table regular_approval_rules');
    await runner.query('alter table merge_request_approvals drop column group_ids');
  }
}

const UP = [
  `create table regular_approval_rules (
     id bigint primary key default nextval('approval_rules_id_seq'),
     project_id bigint not null,
     name text not null,
     approvals_required integer not null check (approvals_required between 0 and 100),
     user_ids bigint[] not null,
     group_ids bigint[] not null,
     updated_at timestamptz(3) not null default now(),
     constraint regular_approval_rules_name unique (project_id, name)
   )`,
  'create index regular_approval_rules_users on regular_approval_rules using gin (user_ids)',
  'create index regular_approval_rules_groups on regular_approval_rules using gin (group_ids)',
  `alter table merge_request_approvals add column group_ids bigint[] not null default '{}'`,
];
