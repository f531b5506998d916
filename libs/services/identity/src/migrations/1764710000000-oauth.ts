import type { MigrationInterface, QueryRunner } from 'typeorm';

/** OAuth 2.0: applications, authorization codes and tokens, and settings to turn off grants. */
export class Oauth1764710000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [...APPLICATIONS, ...CODES, ...TOKENS, ...SETTINGS]) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table application_settings
      drop column oauth_implicit_grant_enabled, drop column oauth_password_grant_enabled`);
    await runner.query('drop table oauth_tokens, oauth_codes, oauth_applications');
  }
}

const APPLICATIONS = [
  `create table oauth_applications (
     id bigint primary key generated always as identity,
     uid text not null unique,
     secret_hash bytea not null,
     owner_id bigint not null references users (id) on delete cascade,
     name text not null check (length(name) between 1 and 255),
     redirect_uris text[] not null,
     scopes text[] not null,
     confidential boolean not null,
     created_at timestamptz(3) not null,
     updated_at timestamptz(3) not null
   )`,
  'create index oauth_applications_by_owner on oauth_applications (owner_id, id)',
];

/** A used code is kept until it would have expired: its reuse revokes the family of tokens that it was exchanged for. */
const CODES = [
  `create table oauth_codes (
     code_hash bytea primary key,
     application_id bigint not null references oauth_applications (id) on delete cascade,
     user_id bigint not null references users (id) on delete cascade,
     family uuid not null,
     redirect_uri text not null,
     scopes text[] not null,
     code_challenge text,
     expires_at timestamptz(3) not null,
     used_at timestamptz(3)
   )`,
  'create index oauth_codes_by_application on oauth_codes (application_id)',
  'create index oauth_codes_by_user on oauth_codes (user_id)',
  'create index oauth_codes_expiry on oauth_codes (expires_at)',
];

/** Ids come from the sequence of personal tokens, so they are unique among all kinds of tokens. A family is one consent and its refreshes. */
const TOKENS = [
  `create table oauth_tokens (
     id bigint primary key default nextval('personal_access_tokens_id_seq'),
     token_hash bytea not null unique,
     refresh_hash bytea unique,
     application_id bigint references oauth_applications (id) on delete cascade,
     user_id bigint not null references users (id) on delete cascade,
     family uuid not null,
     scopes text[] not null,
     created_at timestamptz(3) not null,
     expires_at timestamptz(3) not null,
     revoked_at timestamptz(3)
   )`,
  'create index oauth_tokens_by_user on oauth_tokens (user_id, application_id)',
  'create index oauth_tokens_by_application on oauth_tokens (application_id)',
  'create index oauth_tokens_by_family on oauth_tokens (family)',
  'create index oauth_tokens_useless on oauth_tokens (coalesce(revoked_at, expires_at)) where revoked_at is not null or refresh_hash is null',
];

const SETTINGS = [
  `alter table application_settings
     add column oauth_implicit_grant_enabled boolean not null default true,
     add column oauth_password_grant_enabled boolean not null default true`,
];
