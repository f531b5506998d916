import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Settings of admins for storages while the system runs, and measurements that decide where new repositories go. */
export class StorageStates1765400000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table storage_owners
        add weight double precision not null default 1 check (weight > 0),
        add closed_at timestamptz,
        add maintenance_since timestamptz,
        add disk_bytes bigint,
        add free_bytes bigint,
        add room_bytes bigint,
        add gits integer`);
    await runner.query(
      'create index repositories_by_size on repositories (storage, size_bytes) where deleted_at is null',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index repositories_by_size');
    await runner.query(`
      alter table storage_owners
        drop weight, drop closed_at, drop maintenance_since, drop disk_bytes, drop free_bytes, drop room_bytes, drop gits`);
  }
}
