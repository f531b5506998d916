import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Users and their tokens. */
export class Users1763700000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table users (
        id bigint generated always as identity primary key,
        username text not null,
        name text not null,
        email text not null,
        state text not null check (state in ('creating', 'active', 'blocked')),
        admin boolean not null,
        external boolean not null,
        password_hash text,
        bio text,
        location text,
        organization text,
        skype text not null,
        linkedin text not null,
        twitter text not null,
        website_url text not null,
        projects_limit integer not null check (projects_limit >= 0),
        can_create_group boolean not null,
        theme_id integer not null,
        color_scheme_id integer not null,
        confirmed_at timestamptz(3),
        last_sign_in_at timestamptz(3),
        current_sign_in_at timestamptz(3),
        last_activity_on date,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null
      )`);
    await runner.query('create unique index users_username_key on users (lower(username))');
    await runner.query('create unique index users_email_key on users (lower(email))');
    await runner.query(`
      create table personal_access_tokens (
        id bigint generated always as identity primary key,
        user_id bigint not null references users (id) on delete cascade,
        name text not null,
        token_hash bytea not null unique,
        scopes text[] not null,
        impersonation boolean not null,
        expires_at date,
        revoked boolean not null,
        created_at timestamptz(3) not null
      )`);
    await runner.query('create index personal_access_tokens_user_id_idx on personal_access_tokens (user_id)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table personal_access_tokens');
    await runner.query('drop table users');
  }
}
