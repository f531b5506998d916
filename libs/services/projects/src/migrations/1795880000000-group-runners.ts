import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Whether runners of the groups around a project take its jobs. */
export class GroupRunners1795880000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table projects add group_runners_enabled boolean not null default true');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table projects drop group_runners_enabled');
  }
}
