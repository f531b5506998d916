import type { MigrationInterface, QueryRunner } from 'typeorm';

/** When the user of an authorization code had signed in, for the id_token; null for codes of the release before. */
export class OpenidAuthTime1766070000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table oauth_codes add column signed_in_at timestamptz(3)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table oauth_codes drop column signed_in_at');
  }
}
