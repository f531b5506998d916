import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Failed sign-ins in the audit trail, its filters by subject, remembered sessions, and the last use of tokens. */
export class FailedSignIns1766210000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table personal_access_tokens drop column last_used_at');
    await runner.query('alter table pending_sign_ins drop column remembered');
    await runner.query('drop index audit_events_by_subject, audit_events_by_subject_type');
    await runner.query('alter table audit_events drop column coalesced_by');
  }
}

const UP = [
  'alter table audit_events add column coalesced_by bytea',
  'create unique index audit_events_coalesced on audit_events (coalesced_by) where coalesced_by is not null',
  'create index audit_events_by_subject_type on audit_events (subject_type, created_at, id)',
  'create index audit_events_by_subject on audit_events (subject_type, subject_id, created_at, id)',
  'alter table pending_sign_ins add column remembered boolean not null default false',
  'alter table personal_access_tokens add column last_used_at timestamptz(3)',
];
