import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Expiry of artifacts, as visible to users. */
export class ArtifactDownloads1764715000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // The column outlasts the artifacts: after that time, dependent jobs fail.
    await runner.query('alter table jobs add artifacts_expire_at timestamptz');
    await runner.query(`
      update jobs set artifacts_expire_at = a.expires_at from job_artifacts a
      where a.job_id = jobs.id and a.size is not null and a.expires_at is not null`);
    await runner.query('create unique index job_artifacts_complete on job_artifacts (job_id) where size is not null');
    await runner.query(`create index pipelines_succeeded on pipelines (project_id, ref, id) where status = 'success'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index pipelines_succeeded, job_artifacts_complete');
    await runner.query('alter table jobs drop artifacts_expire_at');
  }
}
