import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Artifacts of jobs. Every object that may be stored has a row, so that none is orphaned. */
export class Artifacts1764670000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table job_artifacts (
        object text primary key,
        job_id bigint references jobs on delete set null,
        filename text not null default '',
        size bigint,
        created_at timestamptz not null default now(),
        expires_at timestamptz
      )`);
    await runner.query('create index job_artifacts_of_job on job_artifacts (job_id)');
    await runner.query('create index job_artifacts_dropped on job_artifacts (object) where job_id is null');
    await runner.query('create index job_artifacts_unfinished on job_artifacts (created_at) where size is null');
    await runner.query('create index job_artifacts_expire on job_artifacts (expires_at) where expires_at is not null');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table job_artifacts');
  }
}
