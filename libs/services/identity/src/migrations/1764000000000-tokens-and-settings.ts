import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Custom attributes of users, the time at which tokens changed, settings of the instance, and failed sign-ins. */
export class TokensAndSettings1764000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [...CUSTOM_ATTRIBUTES, ...TOKENS, ...SETTINGS, ...SIGN_IN_FAILURES]) {
      await runner.query(statement);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table sign_in_failures, application_settings, user_custom_attributes');
    await runner.query(`drop index personal_access_tokens_by_user, personal_access_tokens_search,
      personal_access_tokens_revoked, personal_access_tokens_ending, personal_access_tokens_by_age`);
    await runner.query('create index personal_access_tokens_user_id_idx on personal_access_tokens (user_id)');
    await runner.query('alter table personal_access_tokens drop column updated_at');
  }
}

/** Keys and values are short enough for a common index row. */
const CUSTOM_ATTRIBUTES = [
  `create table user_custom_attributes (
     user_id bigint not null references users (id) on delete cascade,
     key text not null check (length(key) <= 255),
     value text not null check (length(value) <= 255),
     updated_at timestamptz(3) not null default now(),
     primary key (user_id, key)
   )`,
  'create index user_custom_attributes_value on user_custom_attributes (key, value)',
];

const TOKENS = [
  'alter table personal_access_tokens add column updated_at timestamptz(3)',
  'update personal_access_tokens set updated_at = created_at',
  `alter table personal_access_tokens alter column updated_at set not null, alter column updated_at set default now()`,
  'drop index personal_access_tokens_user_id_idx',
  'create index personal_access_tokens_by_user on personal_access_tokens (user_id, impersonation, id)',
  `create index personal_access_tokens_search on personal_access_tokens using gin (name public.gin_trgm_ops)
     where not impersonation`,
  'create index personal_access_tokens_revoked on personal_access_tokens (id) where revoked and not impersonation',
  `create index personal_access_tokens_ending on personal_access_tokens (expires_at)
     where expires_at is not null and not impersonation`,
  'create index personal_access_tokens_by_age on personal_access_tokens (created_at) where not impersonation',
];

const VISIBILITY = `text not null default 'private'`;
const IS_VISIBILITY = `in ('private', 'internal', 'public')`;

/** One row for the instance, inserted here with the defaults, so that reads always find it. */
const SETTINGS = [
  `create table application_settings (
     id smallint primary key check (id = 1),
     default_project_visibility ${VISIBILITY} check (default_project_visibility ${IS_VISIBILITY}),
     default_group_visibility ${VISIBILITY} check (default_group_visibility ${IS_VISIBILITY}),
     restricted_visibility_levels text[] not null default '{}'
       check (restricted_visibility_levels <@ array['private', 'internal', 'public']),
     default_projects_limit integer not null default 100000 check (default_projects_limit >= 0),
     user_default_external boolean not null default false,
     runners_registration_token text,
     created_at timestamptz(3) not null default now(),
     updated_at timestamptz(3) not null default now()
   )`,
  'insert into application_settings (id) values (1)',
];

/** One row for each login and address with recent failures, both only as a hash. */
const SIGN_IN_FAILURES = [
  `create table sign_in_failures (
     key bytea primary key,
     failed_at timestamptz(3)[] not null,
     banned_until timestamptz(3),
     expires_at timestamptz(3) not null
   )`,
  'create index sign_in_failures_expiry on sign_in_failures (expires_at)',
];
