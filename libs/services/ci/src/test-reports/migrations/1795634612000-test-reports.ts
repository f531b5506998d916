import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Types of artifacts, and what test reports say. A report is deleted with its file. */
export class TestReports1795634612000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table job_artifacts add file_type text not null default 'archive'`);
    await runner.query(
      `create unique index job_artifacts_of_type on job_artifacts (job_id, file_type) where size is not null`,
    );
    await runner.query('drop index job_artifacts_complete');
    await runner.query(`
      create table test_reports (
        object text primary key references job_artifacts on delete cascade,
        total_time float8 not null,
        success integer not null,
        failed integer not null,
        skipped integer not null,
        error integer not null,
        suite_error text,
        cases text
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table test_reports');
    await runner.query("delete from job_artifacts where file_type <> 'archive'");
    await runner.query('create unique index job_artifacts_complete on job_artifacts (job_id) where size is not null');
    await runner.query('drop index job_artifacts_of_type');
    await runner.query('alter table job_artifacts drop file_type');
  }
}
