import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Objects of git LFS, and the projects that have them. */
export class LfsObjects1768800000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // Contents that are being written, and those that nothing needs any more: what a crash leaves is found here.
    await runner.query(`
      create table lfs_uploads (
        object text primary key,
        created_at timestamptz not null default now()
      )`);
    await runner.query('create index lfs_uploads_old on lfs_uploads (created_at)');
    // released_at: a project no longer has it, so that perhaps none does.
    await runner.query(`
      create table lfs_objects (
        id bigint generated always as identity primary key,
        oid text not null unique,
        size bigint not null,
        object text not null,
        released_at timestamptz
      )`);
    await runner.query('create index lfs_objects_released on lfs_objects (released_at) where released_at is not null');
    await runner.query(`
      create table lfs_links (
        id bigint generated always as identity,
        project_id bigint not null references repositories,
        object_id bigint not null references lfs_objects,
        primary key (project_id, object_id)
      )`);
    await runner.query('create index lfs_links_of_object on lfs_links (object_id)');
    await runner.query('create index lfs_links_newest on lfs_links (project_id, id)');
    await runner.query(`
      create table lfs_totals (
        project_id bigint primary key references repositories,
        size bigint not null,
        sequence bigint not null
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table lfs_totals, lfs_links, lfs_objects, lfs_uploads');
  }
}
