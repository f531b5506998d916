import type { MigrationInterface, QueryRunner } from 'typeorm';

const WHENS = ['on_success', 'on_failure', 'always', 'manual'];
const STATUSES = ['created', 'pending', 'running', 'manual', 'success', 'failed', 'canceled', 'skipped'];
const UNFINISHED = ['created', 'pending', 'running'];

/** Jobs may wait until a time. */
export class DelayedJobs1769000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table jobs add scheduled_at timestamptz');
    await allow(runner, 'jobs', 'when', [...WHENS, 'delayed']);
    for (const table of ['jobs', 'pipelines']) await allow(runner, table, 'status', [...STATUSES, 'scheduled']);
    await indexUnfinished(runner, [...UNFINISHED, 'scheduled']);
  }

  async down(runner: QueryRunner): Promise<void> {
    await indexUnfinished(runner, UNFINISHED);
    for (const table of ['jobs', 'pipelines']) {
      await runner.query(`update ${table} set status = 'manual' where status = 'scheduled'`);
      await allow(runner, table, 'status', STATUSES);
    }
    await runner.query(`update jobs set "when" = 'manual' where "when" = 'delayed'`);
    await allow(runner, 'jobs', 'when', WHENS);
    await runner.query('alter table jobs drop scheduled_at');
  }
}

/** Replaces the words that a column may have. */
async function allow(runner: QueryRunner, table: string, column: string, words: readonly string[]): Promise<void> {
  const constraint = `${table}_${column}_check`;
  await runner.query(`
    alter table ${table} drop constraint ${constraint},
      add constraint ${constraint} check ("${column}" in (${quoted(words)}))`);
}

/** Indexes the pipelines of branches that a newer push may cancel. */
async function indexUnfinished(runner: QueryRunner, statuses: readonly string[]): Promise<void> {
  await runner.query('drop index pipelines_unfinished');
  await runner.query(
    `create index pipelines_unfinished on pipelines (project_id, ref, id) where status in (${quoted(statuses)}) and not tag`,
  );
}

const quoted = (words: readonly string[]): string => words.map((word) => `'${word}'`).join(', ');
