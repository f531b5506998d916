import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Users rename themselves too: they may not have a path that another namespace has left. An earlier release only lets admins rename. */
export class RenamesByUsers1766075000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table users add column pending_by_admin boolean not null default true');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table users drop column pending_by_admin');
  }
}
