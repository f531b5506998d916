import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Index for the list of all snippets of a time. */
export class CreatedSnippets1795856656000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('create index snippets_created on snippets (created_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index snippets_created');
  }
}
