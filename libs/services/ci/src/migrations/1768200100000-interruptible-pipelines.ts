import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A newer push may also replace pipelines that run, if all of their begun jobs are interruptible. */
export class InterruptiblePipelines1768200100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('drop index pipelines_waiting');
    await runner.query(
      `create index pipelines_unfinished on pipelines (project_id, ref, id)
       where status in ('created', 'pending', 'running') and not tag`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index pipelines_unfinished');
    await runner.query(
      `create index pipelines_waiting on pipelines (project_id, ref, id) where status in ('created', 'pending') and not tag`,
    );
  }
}
