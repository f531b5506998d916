import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Files of projects that one user at a time may change, for clients of git LFS. */
export class LfsLocks1769100900000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table lfs_locks (
        id bigint generated always as identity primary key,
        project_id bigint not null references repositories,
        path text not null,
        owner_id bigint not null,
        locked_at timestamptz not null default now()
      )`);
    await runner.query('create unique index lfs_locks_path on lfs_locks (project_id, path)');
    await runner.query('create index lfs_locks_order on lfs_locks (project_id, id)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table lfs_locks');
  }
}
