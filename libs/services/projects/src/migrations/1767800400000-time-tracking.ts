import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Estimated and spent time of issues, in seconds. */
export class TimeTracking1767800400000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `alter table issues
         add time_estimate integer not null default 0 check (time_estimate >= 0),
         add time_spent integer not null default 0 check (time_spent >= 0)`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table issues drop time_estimate, drop time_spent');
  }
}
