import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Open merge requests that let members of the target push, by the fork: asked for at pushes without the right to push. */
export class OpenCollaborations1795984000000 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('drop index concurrently if exists merge_requests_open_collaborations');
    await runner.query(
      `create index concurrently merge_requests_open_collaborations on merge_requests (source_project_id) where allow_collaboration and state = 'opened'`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index merge_requests_open_collaborations');
  }
}
