import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The default branch and the path of its README when the repository was last measured. */
export class Readme1764700000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table repositories add column measured_branch text, add column readme_path text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table repositories drop column measured_branch, drop column readme_path');
  }
}
