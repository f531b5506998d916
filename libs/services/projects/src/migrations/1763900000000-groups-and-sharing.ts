import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Settings of groups, sharing, stars, access requests, custom attributes, avatars, statistics, and former paths. */
export class GroupsAndSharing1763900000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [...COLUMNS, ...TABLES, ...INDEXES, ...ORDERS]) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of FORMER_ORDERS) await runner.query(statement);
    await runner.query(
      `drop table redirects, avatars, custom_attributes, access_requests, project_stars, project_group_links`,
    );
    await runner.query('drop index namespaces_name, namespaces_by_name, namespaces_by_path, namespaces_search');
    await runner.query('drop index namespaces_users_search, namespaces_owner_email');
    await runner.query('drop index projects_archived, projects_inside, projects_namespace');
    for (const table of ['project_members', 'namespace_members']) {
      await runner.query(`alter table ${table} drop column updated_at`);
    }
    await runner.query(`alter table namespaces drop column description, drop column lfs_enabled, drop column avatar_file,
      drop column request_access_enabled, drop column share_with_group_lock, drop column owner_email, drop column owner_revision`);
    await runner.query(`alter table projects drop column avatar_file, drop column import_url, drop column runners_token, drop column runners_token_lookup,
      drop column commit_count, drop column repository_size, drop column statistics_sequence, drop column searched`);
    await runner.query(FORMER_SEARCH);
  }
}

const COLUMNS = [
  'alter table project_members add column updated_at timestamptz(3) not null default now()',
  'alter table namespace_members add column updated_at timestamptz(3) not null default now()',
  `alter table namespaces
     add column description text not null default '',
     add column lfs_enabled boolean,
     add column request_access_enabled boolean not null default false,
     add column share_with_group_lock boolean not null default false,
     add column avatar_file text,
     add column owner_email text,
     add column owner_revision bigint not null default 0`,
  `alter table projects
     add column avatar_file text,
     add column import_url text,
     add column runners_token text,
     add column runners_token_lookup text unique,
     add column commit_count bigint not null default 0,
     add column repository_size bigint not null default 0,
     add column statistics_sequence bigint not null default 0,
     add column searched text not null
       generated always as (lower(chr(31) || path || chr(31) || name || chr(31) || coalesce(description, '') || chr(31))) stored`,
];

/** A row that belongs to a project or to a namespace. */
const HOLDER = `
  project_id bigint references projects on delete cascade,
  namespace_id bigint references namespaces on delete cascade`;
const ONE_HOLDER = 'check (num_nonnulls(project_id, namespace_id) = 1)';

const TABLES = [
  `create table project_group_links (
     id bigint generated always as identity primary key,
     project_id bigint not null references projects on delete cascade,
     group_id bigint not null references namespaces on delete cascade,
     level smallint not null check (level in (10, 20, 30, 40)),
     expires_at date,
     created_at timestamptz(3) not null default now(),
     updated_at timestamptz(3) not null default now(),
     constraint project_group_links_once unique (project_id, group_id)
   )`,
  `create table project_stars (
     user_id bigint not null,
     project_id bigint not null references projects on delete cascade,
     created_at timestamptz(3) not null default now(),
     primary key (user_id, project_id)
   )`,
  `create table access_requests (
     id bigint generated always as identity primary key,${HOLDER},
     user_id bigint not null,
     requested_at timestamptz(3) not null default now(),
     constraint access_requests_one_holder ${ONE_HOLDER},
     constraint access_requests_project unique (project_id, user_id),
     constraint access_requests_namespace unique (namespace_id, user_id)
   )`,
  `create table custom_attributes (
     id bigint generated always as identity primary key,${HOLDER},
     key text not null,
     value text not null,
     updated_at timestamptz(3) not null default now(),
     constraint custom_attributes_one_holder ${ONE_HOLDER},
     constraint custom_attributes_project unique (project_id, key),
     constraint custom_attributes_namespace unique (namespace_id, key)
   )`,
  `create table avatars (
     id bigint generated always as identity primary key,${HOLDER},
     file_name text not null,
     content_type text not null,
     content bytea not null check (length(content) <= 204800),
     updated_at timestamptz(3) not null default now(),
     constraint avatars_one_holder ${ONE_HOLDER},
     constraint avatars_project unique (project_id),
     constraint avatars_namespace unique (namespace_id)
   )`,
  `create table redirects (
     id bigint generated always as identity primary key,${HOLDER},
     path text not null,
     created_at timestamptz(3) not null default now(),
     constraint redirects_one_holder ${ONE_HOLDER}
   )`,
];

const VISIBILITIES = ['private', 'internal', 'public'];

/**
 * Groups are listed one visibility at a time, as projects are. Names of sibling groups are unique. For users with thousands of projects, two
 * indexes (by namespace and by id) are enough to find, count and sort these in the default order. Trigrams have one index for each visibility,
 * since closed visibilities are searched in another way than open ones.
 */
const INDEXES = [
  `create unique index namespaces_name on namespaces (coalesce(parent_id, 0), name) where kind = 'group'`,
  `create index namespaces_by_name on namespaces (visibility, name, id) where kind = 'group'`,
  `create index namespaces_by_path on namespaces (visibility, path, id) where kind = 'group'`,
  'create index namespaces_search on namespaces using gin (name public.gin_trgm_ops, path public.gin_trgm_ops)',
  `create index namespaces_users_search on namespaces using gin (path public.gin_trgm_ops, full_name public.gin_trgm_ops)
     where owner_user_id is not null`,
  'create index namespaces_owner_email on namespaces (lower(owner_email)) where owner_user_id is not null',
  'create index projects_inside on projects (namespace_id, visibility) include (id, archived, created_at)',
  'create index projects_namespace on projects (id) include (namespace_id, visibility, archived, created_at)',
  'create index project_group_links_group on project_group_links (group_id)',
  'create index project_stars_project on project_stars (project_id)',
  'create index access_requests_user on access_requests (user_id)',
  'create index access_requests_by_project on access_requests (project_id, id)',
  'create index access_requests_by_namespace on access_requests (namespace_id, id)',
  'create index custom_attributes_value on custom_attributes (key, value)',
  'create index projects_archived on projects (visibility, created_at, id) where archived',
  'drop index projects_search',
  ...VISIBILITIES.map(
    (visibility) => `create index projects_search_${visibility} on projects using gin (searched public.gin_trgm_ops)
      where visibility = '${visibility}'`,
  ),
  'create unique index redirects_path on redirects (lower(path))',
  'create index redirects_project on redirects (project_id)',
  'create index redirects_namespace on redirects (namespace_id)',
];

const FORMER_SEARCH = `create index projects_search on projects using gin
  (path public.gin_trgm_ops, name public.gin_trgm_ops, description public.gin_trgm_ops)`;

const ORDERED_BY = ['id', 'name', 'path', 'created_at', 'updated_at', 'last_activity_at'];

function orderedBy(column: string, included: string): string[] {
  const columns = column === 'id' ? 'visibility, id' : `visibility, ${column}, id`;
  return [`drop index projects_by_${column}`, `create index projects_by_${column} on projects (${columns})${included}`];
}

/** Lists are counted and paged by these indexes alone, without reading the projects. */
const ORDERS = ORDERED_BY.flatMap((column) =>
  orderedBy(column, ' include (namespace_id, archived, issues_enabled, merge_requests_enabled)'),
);
const FORMER_ORDERS = ORDERED_BY.flatMap((column) => orderedBy(column, ''));
