import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Number of consecutive wrong codes of two-factor authentication, and the end of the lock. */
export class TwoFactorLocks1766200000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table two_factor_secrets
      add column failures integer not null default 0, add column locked_until timestamptz(3)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table two_factor_secrets drop column failures, drop column locked_until');
  }
}
