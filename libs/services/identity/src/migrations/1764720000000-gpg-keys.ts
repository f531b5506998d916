import type { MigrationInterface, QueryRunner } from 'typeorm';

/** GPG keys of users. */
export class GpgKeys1764720000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`create table gpg_keys (
      id bigint generated always as identity primary key,
      user_id bigint not null references users (id) on delete cascade,
      key text not null,
      fingerprint bytea not null constraint gpg_keys_fingerprint_key unique check (length(fingerprint) in (20, 32)),
      created_at timestamptz(3) not null
    )`);
    await runner.query('create index gpg_keys_by_user on gpg_keys (user_id, id)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table gpg_keys');
  }
}
