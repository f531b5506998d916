import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Approval rules of single merge requests, whose ids are from the sequence of the projects' rules, and the setting that allows them. */
export class MergeRequestApprovalRules1795842000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table merge_request_approval_rules');
    await runner.query('alter table approval_settings drop column overriding_disabled');
  }
}

const UP = [
  'alter table approval_settings add column overriding_disabled boolean not null default true',
  `create table merge_request_approval_rules (
     id bigint primary key default nextval('approval_rules_id_seq'),
     merge_request_id bigint not null references merge_requests on delete cascade,
     source_rule_id bigint,
     rule_type text not null check (rule_type in ('any_approver', 'regular')),
     name text not null,
     approvals_required integer not null check (approvals_required between 0 and 100),
     user_ids bigint[] not null,
     group_ids bigint[] not null,
     updated_at timestamptz(3) not null default now(),
     constraint merge_request_approval_rules_name unique (merge_request_id, rule_type, name)
   )`,
  `create unique index merge_request_approval_rules_any on merge_request_approval_rules (merge_request_id)
     where rule_type = 'any_approver'`,
  'create index merge_request_approval_rules_users on merge_request_approval_rules using gin (user_ids)',
  'create index merge_request_approval_rules_groups on merge_request_approval_rules using gin (group_ids)',
];
