import type { MigrationInterface, QueryRunner } from 'typeorm';

/** SSH keys of users. */
export class SshKeys1764510000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`create table ssh_keys (
      id bigint generated always as identity primary key,
      user_id bigint not null references users (id) on delete cascade,
      title text not null check (length(title) <= 255),
      key text not null check (length(key) <= 5000),
      fingerprint bytea not null constraint ssh_keys_fingerprint_key unique check (length(fingerprint) = 32),
      created_at timestamptz(3) not null
    )`);
    await runner.query('create index ssh_keys_by_user on ssh_keys (user_id, id)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table ssh_keys');
  }
}
