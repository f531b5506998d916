import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Names of pipelines, and when their jobs are canceled, as `workflow` says. */
export class PipelineWorkflows1795829958000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `alter table pipelines add name text check (length(name) <= 255),
       add cancel_on_new_commit text not null default 'conservative'
         check (cancel_on_new_commit in ('conservative', 'interruptible', 'none')),
       add cancel_on_job_failure text not null default 'none' check (cancel_on_job_failure in ('all', 'none'))`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table pipelines drop name, drop cancel_on_new_commit, drop cancel_on_job_failure');
  }
}
