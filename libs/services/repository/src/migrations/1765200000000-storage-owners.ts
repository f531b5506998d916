import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Leases of the processes that own storages. */
export class StorageOwners1765200000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table storage_owners (
        storage text primary key,
        epoch bigint not null,
        identity text not null,
        renewed_at timestamptz not null,
        taken_over_at timestamptz
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table storage_owners');
  }
}
