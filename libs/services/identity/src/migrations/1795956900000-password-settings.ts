import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Settings of the instance: where passwords are accepted. */
export class PasswordSettings1795956900000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table application_settings
      add column password_authentication_enabled_for_web boolean not null default true,
      add column password_authentication_enabled_for_git boolean not null default true`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table application_settings
      drop column password_authentication_enabled_for_web, drop column password_authentication_enabled_for_git`);
  }
}
