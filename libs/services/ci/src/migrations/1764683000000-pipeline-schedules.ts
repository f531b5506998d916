import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Schedules of pipelines, their variables, and the pipelines that they created. */
export class PipelineSchedules1764683000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table pipeline_schedules (
        id bigint generated always as identity primary key,
        project_id bigint not null references projects,
        owner_id bigint,
        description text not null,
        ref text not null,
        cron text not null,
        cron_timezone text not null,
        active boolean not null,
        next_run_at timestamptz not null,
        created_at timestamptz not null default now(),
        updated_at timestamptz not null default now()
      )`);
    await runner.query('create index pipeline_schedules_of_project on pipeline_schedules (project_id, id)');
    await runner.query('create index pipeline_schedules_of_owner on pipeline_schedules (owner_id)');
    await runner.query('create index pipeline_schedules_due on pipeline_schedules (next_run_at) where active');
    await runner.query('alter table pipelines add schedule_id bigint');
    await runner.query(
      'create index pipelines_of_schedule on pipelines (schedule_id, id) where schedule_id is not null',
    );
    await runner.query(`
      alter table variables drop constraint variables_have_an_owner,
        add schedule_id bigint references pipeline_schedules on delete cascade,
        add constraint variables_have_an_owner check (num_nonnulls(project_id, group_id, pipeline_id, schedule_id) = 1)`);
    await runner.query(
      'create unique index variables_of_schedule on variables (schedule_id, key) where schedule_id is not null',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('delete from variables where schedule_id is not null');
    await runner.query(`
      alter table variables drop constraint variables_have_an_owner, drop schedule_id,
        add constraint variables_have_an_owner check (num_nonnulls(project_id, group_id, pipeline_id) = 1)`);
    await runner.query('alter table pipelines drop schedule_id');
    await runner.query('drop table pipeline_schedules');
  }
}
