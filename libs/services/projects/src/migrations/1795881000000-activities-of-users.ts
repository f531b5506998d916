import type { MigrationInterface, QueryRunner } from 'typeorm';

const INDEXES = {
  activity_events_author_created: 'activity_events (author_id, created_at, id)',
  issues_confidential: 'issues (id) where confidential',
} as const;

/** Indexes for lists of a user's activities, which are read in the order of their time, and for look-ups of the issues that they may not show. */
export class ActivitiesOfUsers1795881000000 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    for (const [name, columns] of Object.entries(INDEXES)) {
      await runner.query(`drop index concurrently if exists ${name}`);
      await runner.query(`create index concurrently ${name} on ${columns}`);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const name of Object.keys(INDEXES)) await runner.query(`drop index ${name}`);
  }
}
