import type { MigrationInterface, QueryRunner } from 'typeorm';

const SOURCES = `'external', 'push', 'web', 'trigger', 'schedule', 'api', 'merge_request_event'`;
const KINDS = `'external', 'build'`;

/** Bridges: jobs that start other pipelines, and the pipelines that they have started. */
export class Bridges1770300000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await this.allow(runner, 'pipelines', 'source', `${SOURCES}, 'pipeline', 'parent_pipeline'`);
    await this.allow(runner, 'jobs', 'kind', `${KINDS}, 'bridge'`);
    await runner.query(`
      alter table pipelines add upstream_job_id bigint, add upstream_pipeline_id bigint, add root_pipeline_id bigint,
        add awaited boolean not null default false`);
    // Each bridge has one pipeline, however often its creation is attempted.
    await runner.query(
      'create unique index pipelines_of_bridge on pipelines (upstream_job_id) where upstream_job_id is not null',
    );
    await runner.query(
      'create index pipelines_of_upstream on pipelines (upstream_pipeline_id, id) where upstream_pipeline_id is not null',
    );
    await runner.query(
      'create index pipelines_of_root on pipelines (root_pipeline_id) where root_pipeline_id is not null',
    );
    await runner.query(`create index jobs_bridges on jobs (pipeline_id, id) where kind = 'bridge'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index jobs_bridges');
    await runner.query(`delete from jobs where kind = 'bridge'`);
    await runner.query(`update pipelines set source = 'api' where source in ('pipeline', 'parent_pipeline')`);
    await runner.query(
      'alter table pipelines drop upstream_job_id, drop upstream_pipeline_id, drop root_pipeline_id, drop awaited',
    );
    await this.allow(runner, 'jobs', 'kind', KINDS);
    await this.allow(runner, 'pipelines', 'source', SOURCES);
  }

  private async allow(runner: QueryRunner, table: string, column: string, words: string): Promise<void> {
    await runner.query(`
      alter table ${table} drop constraint ${table}_${column}_check,
        add constraint ${table}_${column}_check check (${column} in (${words}))`);
  }
}
