import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Copies that a check has found to be wrong. */
export class WrongCopies1765420000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table repository_copies add column is_wrong boolean not null default false');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table repository_copies drop column is_wrong');
  }
}
