import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Settings of projects that later releases of the API have, and an index of their topics. */
export class ProjectSettingsOfToday1767100200000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table projects
      add column remove_source_branch_after_merge boolean not null default false,
      add column autoclose_referenced_issues boolean not null default true`);
    // New projects have it, as in later releases; those that are there stay as they are.
    await runner.query('alter table projects alter column remove_source_branch_after_merge set default true');
    await runner.query('create index projects_topics on projects using gin (tag_list)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index projects_topics');
    await runner.query(
      'alter table projects drop column autoclose_referenced_issues, drop column remove_source_branch_after_merge',
    );
  }
}
