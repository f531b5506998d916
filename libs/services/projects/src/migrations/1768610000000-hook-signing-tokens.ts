import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Keys that deliveries of webhooks are signed with, encrypted as `token`. */
export class HookSigningTokens1768610000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table hooks add column signing_token text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table hooks drop column signing_token');
  }
}
