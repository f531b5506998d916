import type { MigrationInterface, QueryRunner } from 'typeorm';

const STATUSES = `('created', 'pending', 'running', 'manual', 'success', 'failed', 'canceled', 'skipped')`;

/** Pipelines and their jobs. A commit status is an external job. */
export class Pipelines1764600000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // Rows stay after their project is deleted: a late request or event must find the tombstone, not a free id.
    await runner.query('create table projects (id bigint primary key, deleted_at timestamptz)');
    await runner.query(`
      create table pipelines (
        id bigint generated always as identity primary key,
        project_id bigint not null references projects,
        ref text not null,
        tag boolean not null,
        sha text not null,
        before_sha text,
        source text not null check (source in ('external', 'push', 'web', 'trigger', 'schedule', 'api')),
        status text not null default 'created' check (status in ${STATUSES}),
        user_id bigint,
        yaml_errors text,
        duration bigint,
        created_at timestamptz not null default now(),
        updated_at timestamptz not null default now(),
        committed_at timestamptz,
        started_at timestamptz,
        finished_at timestamptz
      )`);
    await runner.query('create index pipelines_of_project on pipelines (project_id, id)');
    await runner.query('create index pipelines_of_commit on pipelines (project_id, sha, id)');
    await runner.query('create index pipelines_of_ref on pipelines (project_id, ref, id)');
    await runner.query('create index pipelines_by_status on pipelines (project_id, status, id)');
    await runner.query('create index pipelines_by_user on pipelines (project_id, user_id, id)');
    await runner.query('create index pipelines_of_user on pipelines (user_id)');
    // One row for each ref that ever had a pipeline. It is locked while a pipeline of the ref is created.
    await runner.query(`
      create table pipeline_refs (
        project_id bigint not null references projects,
        ref text not null,
        last_pipeline_id bigint references pipelines,
        is_branch boolean not null,
        is_tag boolean not null,
        primary key (project_id, ref)
      )`);
    await runner.query('create index pipeline_refs_by_pipeline on pipeline_refs (last_pipeline_id)');
    await this.makeJobs(runner);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table jobs, pipeline_refs, pipelines, projects');
  }

  private async makeJobs(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table jobs (
        id bigint generated always as identity primary key,
        pipeline_id bigint not null references pipelines,
        project_id bigint not null references projects,
        kind text not null check (kind in ('external', 'build')),
        ref text not null,
        sha text not null,
        stage text not null,
        name text not null,
        status text not null default 'created' check (status in ${STATUSES}),
        allow_failure boolean not null default false,
        retried boolean not null default false,
        failure_reason text,
        coverage double precision,
        target_url text,
        description text,
        user_id bigint,
        created_at timestamptz not null default now(),
        updated_at timestamptz not null default now(),
        queued_at timestamptz,
        started_at timestamptz,
        finished_at timestamptz
      )`);
    await runner.query('create index jobs_of_pipeline on jobs (pipeline_id, name, id)');
    await runner.query('create index jobs_of_commit on jobs (project_id, sha, id)');
    await runner.query('create index jobs_of_user on jobs (user_id)');
  }
}
