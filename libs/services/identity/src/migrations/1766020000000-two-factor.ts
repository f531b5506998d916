import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Two-factor authentication, and sign-ins that wait for a code. */
export class TwoFactor1766020000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table users add column two_factor_enabled boolean not null default false');
    for (const statement of [...FACTORS, ...SIGN_INS]) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table pending_sign_ins, two_factor_recovery_codes, two_factor_secrets');
    await runner.query('alter table users drop column two_factor_enabled');
  }
}

/** `last_step`: the newest time step of a used code; codes of this and earlier steps are refused. */
const FACTORS = [
  `create table two_factor_secrets (
     user_id bigint primary key references users (id) on delete cascade,
     secret text not null,
     last_step bigint,
     created_at timestamptz(3) not null
   )`,
  `create table two_factor_recovery_codes (
     user_id bigint not null references users (id) on delete cascade,
     code_hash bytea not null,
     primary key (user_id, code_hash)
   )`,
];

/** `password_hash`: the user's replacement for a password set by an admin; takes effect after the code. */
const SIGN_INS = [
  `create table pending_sign_ins (
     id_hash bytea primary key,
     user_id bigint not null references users (id) on delete cascade,
     password_hash text,
     ends_at timestamptz(3) not null
   )`,
  'create index pending_sign_ins_by_user on pending_sign_ins (user_id, ends_at)',
  'create index pending_sign_ins_end on pending_sign_ins (ends_at)',
];
