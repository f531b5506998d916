import type { MigrationInterface, QueryRunner } from 'typeorm';

const SOURCES = `'external', 'push', 'web', 'trigger', 'schedule', 'api'`;

/** Pipelines of merge requests, with the data of the merge request that their jobs get as variables. */
export class MergeRequestPipelines1769400000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await this.allow(runner, `${SOURCES}, 'merge_request_event'`);
    await runner.query('alter table pipelines add merge_request_id bigint, add merge_request jsonb');
    await runner.query(`
      create index pipelines_of_merge_request on pipelines (project_id, merge_request_id, id) where merge_request_id is not null`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table pipelines drop merge_request_id, drop merge_request');
    await this.allow(runner, SOURCES);
  }

  private async allow(runner: QueryRunner, sources: string): Promise<void> {
    await runner.query(`
      alter table pipelines drop constraint pipelines_source_check,
        add constraint pipelines_source_check check (source in (${sources}))`);
  }
}
