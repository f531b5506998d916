import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Output of running jobs: pieces in the order in which they arrived. */
export class Traces1764640000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table jobs add trace_size bigint not null default 0');
    await runner.query(`
      create table job_trace_chunks (
        job_id bigint not null references jobs on delete cascade,
        start bigint not null,
        content bytea not null,
        primary key (job_id, start)
      )`);
    await runner.query(
      `create index jobs_active on jobs (id) where kind = 'build' and status in ('pending', 'running')`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index jobs_active');
    await runner.query('drop table job_trace_chunks');
    await runner.query('alter table jobs drop trace_size');
  }
}
