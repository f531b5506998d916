import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Runners of groups, and the ancestor groups of projects, by which these runners find jobs. */
export class GroupRunners1795880100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table runners add group_id bigint references groups, add check (group_id is null or not is_shared)`);
    await runner.query('create index runners_of_group on runners (group_id, id) where group_id is not null');
    await runner.query(`
      alter table projects add group_ids bigint[] not null default '{}', add group_runners_enabled boolean not null default true`);
    await runner.query('create index projects_by_groups on projects using gin (group_ids)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index projects_by_groups');
    await runner.query('alter table projects drop group_ids, drop group_runners_enabled');
    await runner.query('alter table runners drop group_id');
  }
}
