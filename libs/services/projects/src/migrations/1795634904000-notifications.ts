import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Users who are mailed of an event: each at most once. */
export class Notifications1795634904000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [TABLE, ...INDEXES]) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table notifications');
  }
}

/** Rows are deleted after two days, so they have no foreign keys. */
const TABLE = `create table notifications (
  event_id uuid not null,
  user_id bigint not null,
  project_id bigint not null,
  created_at timestamptz(3) not null default now(),
  primary key (event_id, user_id)
)`;

const INDEXES = [
  'create index notifications_user on notifications (user_id, project_id, created_at)',
  'create index notifications_age on notifications (created_at)',
];
