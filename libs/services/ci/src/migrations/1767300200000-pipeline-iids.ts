import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Numbers of pipelines in their project, and the indexes of lists by source and by time of change. */
export class PipelineIids1767300200000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table pipeline_counters (project_id bigint primary key references projects, last integer not null)`);
    await runner.query('alter table pipelines add iid integer');
    await runner.query(`
      update pipelines set iid = numbered.iid from (
        select id, row_number() over (partition by project_id order by id) as iid from pipelines) numbered
      where numbered.id = pipelines.id`);
    await runner.query('alter table pipelines alter iid set not null');
    await runner.query(`
      insert into pipeline_counters (project_id, last) select project_id, max(iid) from pipelines group by project_id`);
    await runner.query('create unique index pipelines_by_iid on pipelines (project_id, iid)');
    await runner.query('create index pipelines_by_source on pipelines (project_id, source, id)');
    await runner.query('create index pipelines_by_change on pipelines (project_id, updated_at, id)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index pipelines_by_change, pipelines_by_source');
    await runner.query('alter table pipelines drop iid');
    await runner.query('drop table pipeline_counters');
  }
}
