import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Descriptions of tokens. */
export class TokenDescriptions1767910000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table personal_access_tokens add description text check (length(description) <= 255)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table personal_access_tokens drop column description');
  }
}
