import type { MigrationInterface, QueryRunner } from 'typeorm';

/** OpenID Connect: the keys that sign id_tokens, and the nonce of an authorization request. */
export class Openid1766010000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`create table openid_keys (
      id bigint generated always as identity primary key,
      public_jwk jsonb not null,
      private_key text not null,
      created_at timestamptz(3) not null
    )`);
    await runner.query('alter table oauth_codes add column nonce text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table oauth_codes drop column nonce');
    await runner.query('drop table openid_keys');
  }
}
