import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Avatars, identities of other providers, running renames and deletions, ids of deleted users, and indexes of lists of users. */
export class UsersComplete1763900000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [...COLUMNS, ...TABLES, ...INDEXES]) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table deleted_users, user_identities, user_avatars');
    await runner.query(
      'drop index users_search, users_blocked, users_created_at, users_listed, users_active, users_not_external, users_external',
    );
    await runner.query(`alter table users drop column revision, drop column pending_username, drop column former_state,
      drop column ghost, drop column unconfirmed_email, drop column password_expires_at, drop column avatar_file`);
    await runner.query('alter table users drop constraint users_state_check');
    await runner.query(
      `alter table users add constraint users_state_check check (state in ('creating', 'active', 'blocked'))`,
    );
  }
}

const COLUMNS = [
  'alter table users drop constraint users_state_check',
  `alter table users
     add constraint users_state_check check (state in ('creating', 'active', 'blocked', 'ldap_blocked', 'deleting')),
     add column revision bigint not null default 0,
     add column pending_username text,
     add column former_state text check ((former_state is not null) = (state = 'deleting')),
     add column ghost boolean not null default false,
     add column unconfirmed_email text,
     add column password_expires_at timestamptz(3),
     add column avatar_file text`,
];

const TABLES = [
  `create table user_avatars (
     user_id bigint primary key references users (id) on delete cascade,
     file_name text not null,
     content bytea not null check (length(content) <= 204800),
     etag text not null
   )`,
  `create table user_identities (
     id bigint generated always as identity primary key,
     user_id bigint not null references users (id) on delete cascade,
     provider text not null,
     extern_uid text not null,
     constraint user_identities_provider unique (user_id, provider)
   )`,
  `create table deleted_users (
     id bigint primary key,
     deleted_at timestamptz(3) not null
   )`,
];

const IS_LISTED = `state in ('active', 'blocked', 'ldap_blocked')`;

/** Indexes of lists, which are ordered by id. Filters that nearly all users match are partial index conditions, so that counts read no table rows. */
const INDEXES = [
  'create unique index users_pending_username on users (lower(pending_username))',
  'create unique index users_ghost on users (ghost) where ghost',
  'create index users_search on users using gin (name public.gin_trgm_ops, username public.gin_trgm_ops)',
  `create index users_blocked on users (id) where state in ('blocked', 'ldap_blocked')`,
  'create index users_created_at on users (created_at, id)',
  `create index users_listed on users (id) where ${IS_LISTED}`,
  `create index users_not_external on users (id) where not external and ${IS_LISTED}`,
  `create index users_active on users (id) include (external) where state = 'active' and not ghost`,
  'create index users_external on users (id) where external',
  'create unique index user_identities_extern_uid on user_identities (provider, lower(extern_uid))',
];
