import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Whether merge requests from a fork target the fork by default. */
export class DefaultTargets1795921000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table projects add mr_default_target_self boolean not null default false');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table projects drop mr_default_target_self');
  }
}
