import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Variables of groups, for the jobs of all projects in them, and of single pipelines; groups with variables, and tombstones of deleted ones. */
export class VariableOwners1764681000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('create table groups (id bigint primary key, deleted_at timestamptz)');
    await runner.query(`
      alter table variables alter project_id drop not null,
        add group_id bigint references groups,
        add pipeline_id bigint references pipelines on delete cascade,
        add constraint variables_have_an_owner check (num_nonnulls(project_id, group_id, pipeline_id) = 1)`);
    await runner.query(
      'create unique index variables_of_group_by_key on variables (group_id, key) where group_id is not null',
    );
    await runner.query('create index variables_of_group on variables (group_id, id) where group_id is not null');
    await runner.query(
      'create unique index variables_of_pipeline on variables (pipeline_id, key) where pipeline_id is not null',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('delete from variables where project_id is null');
    await runner.query(`
      alter table variables drop constraint variables_have_an_owner, drop group_id, drop pipeline_id,
        alter project_id set not null`);
    await runner.query('drop table groups');
  }
}
