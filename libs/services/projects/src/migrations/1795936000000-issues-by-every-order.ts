import type { MigrationInterface, QueryRunner } from 'typeorm';

const INDEXES = {
  issues_title: 'issues (project_id, lower(title), id)',
  issues_by_title: 'issues (lower(title), id)',
  issues_upvotes: 'issues (project_id, upvotes, id)',
  issues_by_upvotes: 'issues (upvotes, id)',
  issues_ids: 'issues (project_id, id) include (state, confidential, author_id)',
  issues_planned: 'issues (project_id, milestone_id, id)',
  milestones_due: 'milestones (due_date) where due_date is not null',
  labels_prioritized: 'labels (priority) where priority is not null',
} as const;

/** Indexes for lists of issues by titles, upvotes, due dates of milestones and priorities of labels, and for numbers of issues by state. */
export class IssuesByEveryOrder1795936000000 implements MigrationInterface {
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
