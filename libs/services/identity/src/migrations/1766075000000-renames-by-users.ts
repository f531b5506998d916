import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Renames by users themselves, who cannot take a path that another namespace has left. Earlier releases let only admins rename. */
export class RenamesByUsers1766075000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table users add column pending_by_admin boolean not null default true');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table users drop column pending_by_admin');
  }
}
