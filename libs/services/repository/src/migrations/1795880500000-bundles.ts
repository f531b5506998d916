import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Bundles of repositories in the store of objects. */
export class Bundles1795880500000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // Without a size, a bundle is being written, or its process has ended before it was.
    await runner.query(`
      create table repository_bundles (
        id uuid primary key,
        project_id bigint not null references repositories,
        size bigint,
        refs jsonb,
        created_at timestamptz not null default now(),
        released_at timestamptz,
        check ((size is null) = (refs is null))
      )`);
    await runner.query(`create unique index repository_bundles_current on repository_bundles (project_id)
      where size is not null and released_at is null`);
    await runner.query('create index repository_bundles_old on repository_bundles (created_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table repository_bundles');
  }
}
