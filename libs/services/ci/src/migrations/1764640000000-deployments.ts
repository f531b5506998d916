import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Deployments to environments, and their jobs. */
export class Deployments1764640000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table deployments (
        id bigint generated always as identity primary key,
        project_id bigint not null references projects,
        iid integer not null,
        environment_id bigint not null references environments on delete cascade,
        job_id bigint references jobs on delete set null,
        ref text not null,
        tag boolean not null,
        sha text not null,
        user_id bigint,
        on_stop text,
        created_at timestamptz not null default now(),
        unique (project_id, iid)
      )`);
    await runner.query('create index deployments_of_project on deployments (project_id, id)');
    await runner.query('create index deployments_of_environment on deployments (environment_id, id)');
    await runner.query('create index deployments_of_job on deployments (job_id)');
    await runner.query('create index deployments_of_user on deployments (user_id)');
    await runner.query(
      'create table deployment_counters (project_id bigint primary key references projects, last integer not null)',
    );
    // Time at which the job's effect on its environment was recorded.
    await runner.query('alter table jobs add deployed_at timestamptz');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table jobs drop deployed_at');
    await runner.query('drop table deployment_counters, deployments');
  }
}
