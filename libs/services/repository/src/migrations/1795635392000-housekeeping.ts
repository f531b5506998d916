import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The time at which a user last asked for the upkeep of a repository. */
export class Housekeeping1795635392000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table repositories add column housekept_at timestamptz');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table repositories drop column housekept_at');
  }
}
