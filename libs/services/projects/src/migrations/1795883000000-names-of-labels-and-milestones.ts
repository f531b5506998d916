import type { MigrationInterface, QueryRunner } from 'typeorm';

const INDEXES = { labels_by_name: 'labels (name)', milestones_by_title: 'milestones (title)' } as const;

/** Indexes for lists of issues with labels or a milestone, which are named across projects. */
export class NamesOfLabelsAndMilestones1795883000000 implements MigrationInterface {
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
