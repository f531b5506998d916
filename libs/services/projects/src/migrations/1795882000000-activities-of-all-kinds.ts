import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Index for lists of all activities of many projects. Its condition holds for every row: PostgreSQL uses a partial index only for statements
 * that imply its condition, so that lists of single kinds keep to their own index.
 */
export class ActivitiesOfAllKinds1795882000000 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('drop index concurrently if exists activity_events_project_created');
    await runner.query(
      `create index concurrently activity_events_project_created on activity_events (project_id, created_at, id) where kind <> ''`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index activity_events_project_created');
  }
}
