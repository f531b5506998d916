import type { MigrationInterface, QueryRunner } from 'typeorm';

const INDEXES = { notes_issue_discussions: 'issue_id', notes_snippet_discussions: 'snippet_id' } as const;

/** Indexes of the notes that are parts of discussions: a list of discussions counts the notes of a record without the replies. */
export class RepliesOfDiscussions1795885000000 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    for (const [name, column] of Object.entries(INDEXES)) {
      await runner.query(`drop index concurrently if exists ${name}`);
      await runner.query(
        `create index concurrently ${name} on notes (${column}, discussion_id) where type is not null and ${column} is not null`,
      );
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const name of Object.keys(INDEXES)) await runner.query(`drop index ${name}`);
  }
}
