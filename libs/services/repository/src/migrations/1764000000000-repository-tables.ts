import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Repositories and their storages, the journal of ref changes, and the protection of branches. */
export class RepositoryTables1764000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // Rows stay after their project is deleted: a late request or event must find the tombstone, not a free id.
    await runner.query(`
      create table repositories (
        project_id bigint primary key,
        storage text not null,
        created_at timestamptz not null default now(),
        made_at timestamptz,
        started_at timestamptz,
        deleted_at timestamptz
      )`);
    await runner.query('create index repositories_load on repositories (storage) where deleted_at is null');
    await runner.query(`
      create table ref_changes (
        id bigint generated always as identity primary key,
        project_id bigint not null references repositories,
        attempt_id uuid not null,
        ref text not null,
        old_id text,
        new_id text,
        user_id bigint,
        state text not null default 'prepared' check (state in ('prepared', 'settled', 'refused')),
        created_at timestamptz not null default now(),
        settled_at timestamptz,
        check ((settled_at is null) = (state = 'prepared'))
      )`);
    await runner.query('create index ref_changes_of_project on ref_changes (project_id, id)');
    await runner.query(`create index ref_changes_open on ref_changes (project_id, id) where state = 'prepared'`);
    await runner.query(`
      create table protected_branches (
        id bigint generated always as identity primary key,
        project_id bigint not null references repositories,
        name text not null,
        push_level smallint not null check (push_level in (0, 30, 40)),
        merge_level smallint not null check (merge_level in (0, 30, 40)),
        created_at timestamptz not null default now(),
        unique (project_id, name)
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table protected_branches, ref_changes, repositories');
  }
}
