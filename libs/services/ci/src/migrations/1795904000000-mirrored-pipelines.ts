import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Pipelines whose status bridges of other pipelines have, which they have not started. */
export class MirroredPipelines1795904000000 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table pipelines add column if not exists mirrored boolean not null default false');
    await runner.query('alter table jobs add column if not exists mirrored_pipeline_id bigint');
    await runner.query('drop index concurrently if exists jobs_by_mirrored_pipeline');
    await runner.query(`
      create index concurrently jobs_by_mirrored_pipeline on jobs (mirrored_pipeline_id, id) where mirrored_pipeline_id is not null`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      `update jobs set status = 'canceled' where options ? 'upstream' and status in ('pending', 'running')`,
    );
    await runner.query('alter table jobs drop mirrored_pipeline_id');
    await runner.query('alter table pipelines drop mirrored');
  }
}
