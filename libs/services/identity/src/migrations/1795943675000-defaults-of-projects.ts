import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Settings of the instance: whether new users create groups, who creates projects in new groups, and the name of first branches. */
export class DefaultsOfProjects1795943675000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table application_settings
      add column can_create_group boolean not null default true,
      add column default_project_creation text not null default 'maintainer',
      add column default_branch_name text`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table application_settings
      drop column can_create_group, drop column default_project_creation, drop column default_branch_name`);
  }
}
