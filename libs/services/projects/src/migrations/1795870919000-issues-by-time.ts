import type { MigrationInterface, QueryRunner } from 'typeorm';

const INDEXES = { issues_by_created_at: 'created_at', issues_by_updated_at: 'updated_at' } as const;

/** Indexes for lists of the issues of many projects, which are read in the order of a time. */
export class IssuesByTime1795870919000 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    for (const [name, column] of Object.entries(INDEXES)) {
      await runner.query(`drop index concurrently if exists ${name}`);
      await runner.query(`create index concurrently ${name} on issues (${column}, id)`);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const name of Object.keys(INDEXES)) await runner.query(`drop index ${name}`);
  }
}
