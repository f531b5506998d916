import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Whether pipelines of merge requests run on the result of the merge. */
export class MergePipelines1795842447000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table projects add column merge_pipelines_enabled boolean not null default false');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table projects drop column merge_pipelines_enabled');
  }
}
