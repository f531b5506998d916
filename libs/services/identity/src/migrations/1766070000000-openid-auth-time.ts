import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Time of the sign-in before an authorization code, for the id_token; null for codes of the previous release. */
export class OpenidAuthTime1766070000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table oauth_codes add column signed_in_at timestamptz(3)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table oauth_codes drop column signed_in_at');
  }
}
