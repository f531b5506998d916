import type { MigrationInterface, QueryRunner } from 'typeorm';

const INDEXES = { issues_due: 'project_id, due_date, id', issues_by_due_date: 'due_date, id' } as const;

/** Indexes for lists of the issues of a project and of many projects, which are read in the order of their due dates. */
export class IssuesByDueDate1795884100000 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    for (const [name, columns] of Object.entries(INDEXES)) {
      await runner.query(`drop index concurrently if exists ${name}`);
      await runner.query(`create index concurrently ${name} on issues (${columns})`);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const name of Object.keys(INDEXES)) await runner.query(`drop index ${name}`);
  }
}
