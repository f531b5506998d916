import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Order of the list of activities of users. */
export class UserActivities1795828800000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'create index users_by_activity on users (last_activity_on, id) where last_activity_on is not null',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index users_by_activity');
  }
}
