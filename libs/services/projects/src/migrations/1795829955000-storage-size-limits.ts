import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Limits of the size of all repositories and LFS objects in a namespace on top, in bytes; null is none. */
export class StorageSizeLimits1795829955000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table namespaces add column storage_size_limit bigint');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table namespaces drop column storage_size_limit');
  }
}
