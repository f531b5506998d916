import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Tiers that users gave to environments; null for the tier that the name suggests. */
export class EnvironmentTiers1767300300000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table environments add tier text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table environments drop tier');
  }
}
