import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Index of the lists by a source branch. */
export class SourceBranches1767201000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'create index merge_requests_source_branch on merge_requests (target_project_id, source_branch) where deleted_at is null',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index merge_requests_source_branch');
  }
}
