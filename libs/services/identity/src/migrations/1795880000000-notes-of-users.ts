import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Notes of admins about users. */
export class NotesOfUsers1795880000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table users add note text check (length(note) <= 65535)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table users drop column note');
  }
}
