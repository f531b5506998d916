import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Links to choose a new password, and users who wait for a link from an admin. */
export class PasswordResets1766030000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of RESETS) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table password_reset_requests, password_resets');
  }
}

/** One row for each link. Requests are stored only where no mail is sent. */
const RESETS = [
  `create table password_resets (
     token_hash bytea primary key,
     user_id bigint not null references users (id) on delete cascade,
     sent_at timestamptz(3) not null
   )`,
  'create index password_resets_by_user on password_resets (user_id, sent_at)',
  `create table password_reset_requests (
     user_id bigint primary key references users (id) on delete cascade,
     requested_at timestamptz(3) not null
   )`,
];
