import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Emoji and message that users show beside their names. */
export class UserStatuses1769100000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`create table user_statuses (
      user_id bigint primary key references users (id) on delete cascade,
      emoji text not null,
      message text not null,
      availability text not null check (availability in ('not_set', 'busy')),
      clear_at timestamptz(3)
    )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table user_statuses');
  }
}
