import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Columns of jobs that runners take: what to run, for which runners, and the runner that took it. */
export class Builds1764630000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table jobs
        add tag boolean not null default false,
        add stage_index integer not null default 0,
        add "when" text not null default 'on_success' check ("when" in ('on_success', 'on_failure', 'always', 'manual')),
        add options jsonb not null default '{}',
        add variables jsonb not null default '[]',
        add coverage_regex text,
        add tags text[] not null default '{}',
        add protected boolean not null default false,
        add retries smallint not null default 0,
        add timeout_seconds integer not null default 3600,
        add runner_id bigint references runners on delete set null,
        add token_hash text unique,
        add erased_at timestamptz`);
    await runner.query(
      `create index jobs_pending on jobs (project_id, id) where status = 'pending' and kind = 'build'`,
    );
    await runner.query(`create index jobs_waiting on jobs (id) where status = 'pending' and kind = 'build'`);
    await runner.query(`create index jobs_running on jobs (project_id) where status = 'running' and kind = 'build'`);
    await runner.query(`create index jobs_of_project on jobs (project_id, id) where kind = 'build'`);
    await runner.query(`create index jobs_of_runner on jobs (runner_id, id) where runner_id is not null`);
    // Runners take jobs of any project. The settings that decide about it are copied here, by events.
    await runner.query(`
      alter table projects
        add shared_runners_enabled boolean not null default true,
        add builds_enabled boolean not null default true`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table projects drop shared_runners_enabled, drop builds_enabled');
    await runner.query(`
      alter table jobs drop tag, drop stage_index, drop "when", drop options, drop variables, drop coverage_regex,
        drop tags, drop protected, drop retries, drop timeout_seconds, drop runner_id, drop token_hash, drop erased_at`);
  }
}
