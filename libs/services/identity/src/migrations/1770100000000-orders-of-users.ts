import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Indexes of the orders of lists of users, and of the filters by role and by two-factor authentication. */
export class OrdersOfUsers1770100000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('create index users_by_name on users (name, id)');
    await runner.query('create index users_by_update on users (updated_at, id)');
    await runner.query('create index users_by_two_factor on users (two_factor_enabled, id)');
    await runner.query('create index users_admins on users (id) where admin');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index users_by_name, users_by_update, users_by_two_factor, users_admins');
  }
}
