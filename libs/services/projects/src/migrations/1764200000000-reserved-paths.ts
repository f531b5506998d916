import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Reserves the former paths of groups and users for them. Until now these were among the redirects, which no code read, and ended when another
 * owner took the path; the remaining ones are reserved from now on. Redirects are only for projects.
 */
export class ReservedPaths1764200000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of RESERVED) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of AMONG_REDIRECTS) await runner.query(statement);
  }
}

const RESERVED = [
  `create table reserved_paths (
     id bigint generated always as identity primary key,
     namespace_id bigint not null references namespaces on delete cascade,
     path text not null,
     created_at timestamptz(3) not null default now()
   )`,
  'create unique index reserved_paths_path on reserved_paths (lower(path))',
  'create index reserved_paths_namespace on reserved_paths (namespace_id)',
  `insert into reserved_paths (namespace_id, path, created_at)
   select namespace_id, path, created_at from redirects where namespace_id is not null order by id`,
  'delete from redirects where namespace_id is not null',
  'alter table redirects drop column namespace_id, alter column project_id set not null',
];

const AMONG_REDIRECTS = [
  `alter table redirects alter column project_id drop not null,
     add column namespace_id bigint references namespaces on delete cascade,
     add constraint redirects_one_holder check (num_nonnulls(project_id, namespace_id) = 1)`,
  'create index redirects_namespace on redirects (namespace_id)',
  `insert into redirects (namespace_id, path, created_at)
   select namespace_id, path, created_at from reserved_paths order by id on conflict (lower(path)) do nothing`,
  'drop table reserved_paths',
];
