import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Settings of a project for its merges. */
export class MergeSettings1767100000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table projects
      add column merge_method text not null default 'merge'
        check (merge_method in ('merge', 'rebase_merge', 'ff')),
      add column squash_option text not null default 'default_off'
        check (squash_option in ('never', 'always', 'default_on', 'default_off'))`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table projects drop column squash_option, drop column merge_method');
  }
}
