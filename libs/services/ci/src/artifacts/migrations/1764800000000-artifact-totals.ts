import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Total size of the artifacts of each project. It is no column of `projects`, because creating a pipeline locks those rows, and uploads should not
 * wait for that. Totals of existing artifacts are published at once.
 */
export class ArtifactTotals1764800000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table artifact_totals (
        project_id bigint primary key,
        size bigint not null,
        sequence bigint not null
      )`);
    await runner.query(`
      with totals as (
        insert into artifact_totals (project_id, size, sequence)
        select j.project_id, sum(a.size), 1 from job_artifacts a join jobs j on j.id = a.job_id
        where a.size is not null group by j.project_id
        returning *)
      insert into outbox (topic, type, key, data)
      select 'ci', 'ci.artifacts-measured', project_id,
        jsonb_build_object('projectId', project_id, 'sequence', sequence, 'artifactsSize', size) from totals`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table artifact_totals');
  }
}
