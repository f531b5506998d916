import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Options of pushes that other services perform. */
export class PushOptions1769600000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table ref_changes add column push_options text[]');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table ref_changes drop column push_options');
  }
}
