import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Order of the pushes of a branch, and the waiting pipelines that a newer push may replace. */
export class PushOrder1764710000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table pipelines add push_sequence bigint, add pushed_at timestamptz');
    await runner.query(
      'create index pipelines_by_push on pipelines (project_id, ref, push_sequence) where push_sequence is not null and not tag',
    );
    await runner.query(
      `create index pipelines_waiting on pipelines (project_id, ref, id) where status in ('created', 'pending') and not tag`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table pipelines drop push_sequence, drop pushed_at');
  }
}
