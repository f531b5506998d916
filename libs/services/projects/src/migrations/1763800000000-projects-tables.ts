import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Namespaces, projects, their members, and the one URL space they share. */
export class ProjectsTables1763800000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(NAMESPACES);
    await runner.query(PROJECTS);
    await runner.query(ROUTES);
    await runner.query(memberTable('project_members', 'project_id', 'projects'));
    await runner.query(memberTable('namespace_members', 'namespace_id', 'namespaces'));
    for (const index of INDEXES) await runner.query(index);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table namespace_members, project_members, routes, projects, namespaces');
  }
}

const NAMESPACES = `
  create table namespaces (
    id bigint generated always as identity primary key,
    kind text not null check (kind in ('user', 'group')),
    path text not null,
    name text not null,
    full_name text not null,
    visibility text not null check (visibility in ('private', 'internal', 'public')),
    parent_id bigint references namespaces,
    ancestor_ids bigint[] not null default '{}',
    owner_user_id bigint,
    owner_state text,
    owner_avatar_path text,
    created_at timestamptz(3) not null default now(),
    updated_at timestamptz(3) not null default now(),
    constraint namespaces_owner unique (owner_user_id),
    constraint namespaces_user_has_owner check ((kind = 'user') = (owner_user_id is not null and owner_state is not null)),
    constraint namespaces_user_on_top check (kind = 'group' or parent_id is null)
  )`;

const PROJECTS = `
  create table projects (
    id bigint generated always as identity primary key,
    namespace_id bigint not null references namespaces,
    path text not null,
    name text not null,
    description text,
    visibility text not null default 'private' check (visibility in ('private', 'internal', 'public')),
    creator_id bigint not null,
    archived boolean not null default false,
    default_branch text,
    repository_sequence bigint not null default 0,
    issues_enabled boolean not null default true,
    merge_requests_enabled boolean not null default true,
    wiki_enabled boolean not null default true,
    jobs_enabled boolean not null default true,
    snippets_enabled boolean not null default true,
    resolve_outdated_diff_discussions boolean not null default false,
    container_registry_enabled boolean not null default true,
    shared_runners_enabled boolean not null default true,
    lfs_enabled boolean not null default true,
    public_jobs boolean not null default true,
    request_access_enabled boolean not null default false,
    only_allow_merge_if_pipeline_succeeds boolean not null default false,
    only_allow_merge_if_all_discussions_are_resolved boolean not null default false,
    printing_merge_request_link_enabled boolean not null default true,
    import_status text not null default 'none'
      check (import_status in ('none', 'scheduled', 'started', 'finished', 'failed')),
    import_error text,
    ci_config_path text,
    tag_list text[] not null default '{}',
    star_count integer not null default 0,
    forks_count integer not null default 0,
    open_issues_count integer not null default 0,
    created_at timestamptz(3) not null default now(),
    updated_at timestamptz(3) not null default now(),
    last_activity_at timestamptz(3) not null default now(),
    constraint projects_name unique (namespace_id, name)
  )`;

/** Users, groups and projects share one space of paths: a row here holds its path. */
const ROUTES = `
  create table routes (
    id bigint generated always as identity primary key,
    path text not null,
    namespace_id bigint constraint routes_namespace unique references namespaces on delete cascade,
    project_id bigint constraint routes_project unique references projects on delete cascade,
    constraint routes_one_holder check (num_nonnulls(namespace_id, project_id) = 1)
  )`;

function memberTable(table: string, column: string, parent: string): string {
  return `
    create table ${table} (
      ${column} bigint not null references ${parent} on delete cascade,
      user_id bigint not null,
      level smallint not null check (level in (10, 20, 30, 40, 50)),
      notification_level smallint default 3 check (notification_level between 0 and 5),
      expires_at date,
      created_at timestamptz(3) not null default now(),
      primary key (${column}, user_id)
    )`;
}

/**
 * Lists are read one visibility at a time, so each order has an index that begins with it. Search matches parts of words, which only trigram
 * indexes support.
 */
const INDEXES = [
  'create unique index routes_path on routes (lower(path))',
  'create index namespaces_parent on namespaces (parent_id)',
  'create index namespaces_ancestors on namespaces using gin (ancestor_ids)',
  'create index project_members_user on project_members (user_id, project_id)',
  'create index namespace_members_user on namespace_members (user_id, namespace_id)',
  'create index projects_by_id on projects (visibility, id)',
  ...['name', 'path', 'created_at', 'updated_at', 'last_activity_at'].map(
    (column) => `create index projects_by_${column} on projects (visibility, ${column}, id)`,
  ),
  `create index projects_search on projects using gin
     (path public.gin_trgm_ops, name public.gin_trgm_ops, description public.gin_trgm_ops)`,
];
