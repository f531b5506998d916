import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Traces moved out of PostgreSQL, and the secrets to hide in those that remain. */
export class ArchivedTraces1764720000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // For jobs whose trace is not archived.
    await runner.query(`
      create table job_traces (
        job_id bigint primary key references jobs on delete cascade,
        secrets text
      )`);
    await runner.query('insert into job_traces (job_id) select distinct job_id from job_trace_chunks');
    // Every object that may be stored has a row, so that none is orphaned.
    await runner.query(`
      create table trace_objects (
        object text primary key,
        job_id bigint references jobs on delete set null,
        size bigint,
        created_at timestamptz not null default now()
      )`);
    await runner.query('create index trace_objects_of_job on trace_objects (job_id)');
    await runner.query('create unique index trace_objects_complete on trace_objects (job_id) where size is not null');
    await runner.query('create index trace_objects_dropped on trace_objects (object) where job_id is null');
    await runner.query('create index trace_objects_unfinished on trace_objects (created_at) where size is null');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table trace_objects');
    await runner.query('drop table job_traces');
  }
}
