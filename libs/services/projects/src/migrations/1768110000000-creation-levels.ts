import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Roles that create projects and subgroups in a group. */
export class CreationLevels1768110000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table namespaces
      add column project_creation_level text not null default 'maintainer'
        check (project_creation_level in ('noone', 'administrator', 'owner', 'maintainer', 'developer')),
      add column subgroup_creation_level text not null default 'owner'
        check (subgroup_creation_level in ('owner', 'maintainer'))`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'alter table namespaces drop column project_creation_level, drop column subgroup_creation_level',
    );
  }
}
