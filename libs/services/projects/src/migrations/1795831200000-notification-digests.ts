import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Mails that users have gathered into one for an hour or a day. */
export class NotificationDigests1795831200000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [SETTING, TABLE, ...INDEXES]) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table digest_entries');
    await runner.query('alter table notification_settings drop column digest');
  }
}

const SETTING = `alter table notification_settings
  -- Only without project and group.
  add column digest text not null default 'none' check (digest in ('none', 'hour', 'day')),
  add check (digest = 'none' or num_nonnulls(project_id, namespace_id) = 0)`;

/** Rows are deleted after some days, so they have no foreign keys. */
const TABLE = `create table digest_entries (
  id bigint generated always as identity primary key,
  user_id bigint not null,
  notification jsonb not null,
  due_at timestamptz(3) not null,
  -- Digest that has it; null while it waits for one.
  batch uuid
)`;

const INDEXES = [
  'create index digest_entries_due on digest_entries (due_at)',
  'create index digest_entries_user on digest_entries (user_id, id) where batch is null',
  'create index digest_entries_batch on digest_entries (batch, id) where batch is not null',
];
