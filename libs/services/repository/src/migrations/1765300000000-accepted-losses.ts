import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Losses that an admin has accepted. */
export class AcceptedLosses1765300000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table storage_owners add accepts_loss boolean not null default false');
    await runner.query('alter table repository_copies add is_diverged boolean not null default false');
    await runner.query('create index repository_copies_on_storage on repository_copies (storage) where is_standing');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index repository_copies_on_storage');
    await runner.query('alter table repository_copies drop is_diverged');
    await runner.query('alter table storage_owners drop accepts_loss');
  }
}
