import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Estimated and spent time of merge requests, in seconds. */
export class TimeTracking1767800500000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `alter table merge_requests
         add time_estimate integer not null default 0 check (time_estimate >= 0),
         add time_spent integer not null default 0 check (time_spent >= 0)`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table merge_requests drop time_estimate, drop time_spent');
  }
}
