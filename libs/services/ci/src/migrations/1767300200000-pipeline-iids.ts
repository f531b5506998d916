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
    // Processes of the release before give no number. The release after this one needs neither.
    await runner.query(`
      create function number_pipeline() returns trigger language plpgsql as $$
      begin
        insert into pipeline_counters (project_id, last) values (new.project_id, 1)
        on conflict (project_id) do update set last = pipeline_counters.last + 1 returning last into new.iid;
        return new;
      end $$`);
    await runner.query(`
      create trigger pipelines_are_numbered before insert on pipelines for each row when (new.iid is null)
      execute function number_pipeline()`);
    await runner.query('create unique index pipelines_by_iid on pipelines (project_id, iid)');
    await runner.query('create index pipelines_by_source on pipelines (project_id, source, id)');
    await runner.query('create index pipelines_by_change on pipelines (project_id, updated_at, id)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index pipelines_by_change, pipelines_by_source');
    await runner.query('drop trigger pipelines_are_numbered on pipelines');
    await runner.query('drop function number_pipeline');
    await runner.query('alter table pipelines drop iid');
    await runner.query('drop table pipeline_counters');
  }
}
