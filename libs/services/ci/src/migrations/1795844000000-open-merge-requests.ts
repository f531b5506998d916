import type { MigrationInterface, QueryRunner } from 'typeorm';

/** References of the open merge requests from the branch of a pipeline, as it was created. */
export class OpenMergeRequests1795844000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table pipelines add open_merge_requests text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table pipelines drop open_merge_requests');
  }
}
