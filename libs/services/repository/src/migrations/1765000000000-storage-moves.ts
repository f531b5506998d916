import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Copies of repositories on other storages than their own, and moves between storages. */
export class StorageMoves1765000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table repository_copies (
        project_id bigint not null references repositories,
        storage text not null,
        created_at timestamptz not null default now(),
        followed_at timestamptz,
        primary key (project_id, storage)
      )`);
    await runner.query(`
      create table storage_moves (
        id bigint generated always as identity primary key,
        project_id bigint not null references repositories,
        source text not null,
        destination text not null,
        state text not null default 'scheduled' check (state in ('scheduled', 'started', 'finished', 'failed')),
        created_at timestamptz not null default now()
      )`);
    await runner.query('create index storage_moves_of_project on storage_moves (project_id, id)');
    await runner.query(`create unique index storage_moves_under_way on storage_moves (project_id)
      where state in ('scheduled', 'started')`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table storage_moves, repository_copies');
  }
}
