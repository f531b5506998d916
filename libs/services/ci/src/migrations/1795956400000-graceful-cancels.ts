import type { MigrationInterface, QueryRunner } from 'typeorm';

const STATUSES = ['created', 'pending', 'running', 'manual', 'success', 'failed', 'canceled', 'skipped', 'scheduled'];
const STATUSES_BEFORE = [...STATUSES, 'waiting_for_resource'];
const ACTIVE = ['pending', 'running'];
const UNFINISHED = ['created', 'scheduled', 'waiting_for_resource', ...ACTIVE];

/** Jobs whose runner runs `after_script` before they are canceled, and their pipelines, are `canceling` until then. */
export class GracefulCancels1795956400000 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table jobs add column if not exists cancels_gracefully boolean not null default false');
    await allow(runner, [...STATUSES_BEFORE, 'canceling']);
    await indexJobs(runner, 'canceling');
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['jobs', 'pipelines'])
      await runner.query(`update ${table} set status = 'canceled', finished_at = now() where status = 'canceling'`);
    await allow(runner, STATUSES_BEFORE);
    await indexJobs(runner);
    await runner.query('alter table jobs drop cancels_gracefully');
  }
}

/** Replaces the permitted states. Existing rows are checked without a lock that blocks writes. */
async function allow(runner: QueryRunner, statuses: readonly string[]): Promise<void> {
  for (const table of ['jobs', 'pipelines']) {
    await runner.query(`
      alter table ${table} drop constraint if exists ${table}_status_check,
        add constraint ${table}_status_check check (status in (${quoted(statuses)})) not valid`);
    await runner.query(`alter table ${table} validate constraint ${table}_status_check`);
  }
}

/** Replaces the indexes of the jobs that runners have or may take, and of those of resource groups that have not ended. */
async function indexJobs(runner: QueryRunner, ...more: readonly string[]): Promise<void> {
  await replaceIndex(
    runner,
    'jobs_active',
    `(id) where kind = 'build' and status in (${quoted([...ACTIVE, ...more])})`,
  );
  const unfinished = quoted([...UNFINISHED, ...more]);
  await replaceIndex(
    runner,
    'jobs_of_resource_group',
    `(resource_group_id, pipeline_id, id) where status in (${unfinished})`,
  );
}

async function replaceIndex(runner: QueryRunner, name: string, columns: string): Promise<void> {
  await runner.query(`drop index concurrently if exists ${name}_next`);
  await runner.query(`create index concurrently ${name}_next on jobs ${columns}`);
  await runner.query(`drop index concurrently if exists ${name}`);
  await runner.query(`alter index ${name}_next rename to ${name}`);
}

const quoted = (words: readonly string[]): string => words.map((word) => `'${word}'`).join(', ');
