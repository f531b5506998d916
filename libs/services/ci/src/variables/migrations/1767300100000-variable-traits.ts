import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Traits of variables, their environments, and variables of the instance, whose `instance_id` is always 1. */
export class VariableTraits1767300100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table variables
        add instance_id smallint check (instance_id = 1),
        add masked boolean not null default false,
        add hidden boolean not null default false,
        add is_file boolean not null default false,
        add raw boolean not null default false,
        add environment_scope text not null default '*',
        add description text,
        add constraint hidden_variables_are_masked check (masked or not hidden),
        drop constraint variables_have_an_owner,
        add constraint variables_have_an_owner
          check (num_nonnulls(project_id, group_id, pipeline_id, schedule_id, instance_id) = 1)`);
    await runner.query('create unique index variables_by_scope on variables (project_id, key, environment_scope)');
    await runner.query('alter table variables drop constraint variables_project_id_key_key');
    await runner.query('drop index variables_of_group_by_key');
    await runner.query(`
      create unique index variables_of_group_by_scope on variables (group_id, key, environment_scope)
      where group_id is not null`);
    await runner.query(
      'create unique index variables_of_instance on variables (instance_id, key) where instance_id is not null',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query("delete from variables where instance_id is not null or environment_scope <> '*'");
    await runner.query('drop index variables_by_scope');
    await runner.query('drop index variables_of_group_by_scope');
    await runner.query(`
      alter table variables drop constraint variables_have_an_owner, drop constraint hidden_variables_are_masked,
        drop instance_id, drop masked, drop hidden, drop is_file, drop raw, drop environment_scope, drop description,
        add constraint variables_have_an_owner check (num_nonnulls(project_id, group_id, pipeline_id, schedule_id) = 1),
        add unique (project_id, key)`);
    await runner.query(
      'create unique index variables_of_group_by_key on variables (group_id, key) where group_id is not null',
    );
  }
}
