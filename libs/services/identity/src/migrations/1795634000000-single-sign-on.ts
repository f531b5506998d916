import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Sign-ins by another provider that wait for a code. */
export class SingleSignOn1795634000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table pending_sign_ins add column by_provider boolean not null default false');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table pending_sign_ins drop column by_provider');
  }
}
