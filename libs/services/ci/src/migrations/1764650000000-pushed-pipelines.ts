import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Pipelines of pushes: one for each change of a ref. */
export class PushedPipelines1764650000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table pipelines add origin text');
    await runner.query(
      'create unique index pipelines_of_push on pipelines (project_id, origin) where origin is not null',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table pipelines drop origin');
  }
}
