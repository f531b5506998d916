import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Pipelines of merge requests are found by these alone: those from forks run in the fork or in the target project. */
export class MergeRequestPipelinesById1795886000000 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('drop index concurrently if exists pipelines_by_merge_request');
    await runner.query(`
      create index concurrently pipelines_by_merge_request on pipelines (merge_request_id, id) where merge_request_id is not null`);
    await runner.query('drop index concurrently if exists pipelines_of_merge_request');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create index pipelines_of_merge_request on pipelines (project_id, merge_request_id, id) where merge_request_id is not null`);
    await runner.query('drop index pipelines_by_merge_request');
  }
}
