import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Whether the rule of a protected branch allows force pushes. */
export class ForcePushes1767530000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table protected_branches add column allow_force_push boolean not null default false');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table protected_branches drop column allow_force_push');
  }
}
