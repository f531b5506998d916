import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Times at which environments stop by themselves. */
export class EnvironmentAutoStops1795638136000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table environments add auto_stop_at timestamptz');
    await runner.query('create index environments_due on environments (auto_stop_at) where auto_stop_at is not null');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index environments_due');
    await runner.query('alter table environments drop auto_stop_at');
  }
}
