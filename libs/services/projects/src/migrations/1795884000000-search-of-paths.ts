import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Index for searches of projects by their full paths. */
export class SearchOfPaths1795884000000 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('drop index concurrently if exists routes_search');
    await runner.query(`create index concurrently routes_search on routes using gin (path public.gin_trgm_ops)
      where project_id is not null`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index routes_search');
  }
}
