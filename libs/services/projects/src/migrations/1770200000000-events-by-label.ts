import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Events of issues by their label, which change when the label is merged into another. */
export class EventsByLabel1770200000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`create index resource_events_label on resource_events (subject_id) where kind = 'label'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index resource_events_label');
  }
}
