import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The storage that repacks a repository or a copy of it, with the epoch of its lease. */
export class Repacks1795880400000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table repositories add column repacking_storage text, add column repacking_epoch bigint');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table repositories drop column repacking_storage, drop column repacking_epoch');
  }
}
