import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Index of pending jobs by their requirements on a runner, so that a take reads one row for each such queue, however many jobs wait in it. */
export class JobQueues1764690100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // A hash, because an index has no room for long lists of tags.
    await runner.query(`
      create index jobs_queued on jobs (project_id, protected, hash_array_extended(tags, 0), id)
      where status = 'pending' and kind = 'build'`);
    await runner.query('drop index jobs_pending');
    await runner.query('drop index jobs_waiting');
    await runner.query('drop index jobs_running');
    await runner.query(
      `create index jobs_running on jobs (project_id, runner_id) where status = 'running' and kind = 'build'`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index jobs_running');
    await runner.query(`create index jobs_running on jobs (project_id) where status = 'running' and kind = 'build'`);
    await runner.query(`create index jobs_waiting on jobs (id) where status = 'pending' and kind = 'build'`);
    await runner.query(
      `create index jobs_pending on jobs (project_id, id) where status = 'pending' and kind = 'build'`,
    );
    await runner.query('drop index jobs_queued');
  }
}
