import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The default branch and the path of its README when the repository was last measured; a copy of what the repository says. */
export class Readme1764900000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table projects add column measured_branch text, add column readme_path text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table projects drop column measured_branch, drop column readme_path');
  }
}
