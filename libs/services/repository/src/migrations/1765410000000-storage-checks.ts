import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Checks of storages, and what they have found. */
export class StorageChecks1765410000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table storage_checks (
        storage text primary key,
        requested_at timestamptz not null default now(),
        finished_at timestamptz,
        checked_up_to bigint not null default 0,
        repositories integer not null default 0,
        copies integer not null default 0,
        remade integer not null default 0
      )`);
    await runner.query(`
      create table repository_problems (
        storage text not null,
        project_id bigint not null references repositories,
        found_at timestamptz not null default now(),
        kind text not null check (kind in ('damaged', 'remade')),
        detail text not null,
        primary key (storage, project_id)
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table repository_problems, storage_checks');
  }
}
