import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Values that schedules give the inputs of the configuration. */
export class ScheduleInputs1795638733000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table pipeline_schedules add inputs jsonb not null default '{}'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table pipeline_schedules drop inputs');
  }
}
