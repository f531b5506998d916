import type { MigrationInterface, QueryRunner } from 'typeorm';

const ACTIVE = ['pending', 'running'];
const UNFINISHED = ['created', 'scheduled', 'waiting_for_resource', ...ACTIVE];

/** Jobs that are being canceled are found with those that runners have or may take, and with those of a resource group that have not ended. */
export class CancelingJobs1795956420000 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await replace(runner, 'jobs_active', 'jobs_under_way', activeIn([...ACTIVE, 'canceling']));
    await replace(
      runner,
      'jobs_of_resource_group',
      'unfinished_of_resource_group',
      ofGroupIn([...UNFINISHED, 'canceling']),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await replace(runner, 'jobs_under_way', 'jobs_active', activeIn(ACTIVE));
    await replace(runner, 'unfinished_of_resource_group', 'jobs_of_resource_group', ofGroupIn(UNFINISHED));
  }
}

/** Replaces an index without a time in which there is none. */
async function replace(runner: QueryRunner, before: string, name: string, columns: string): Promise<void> {
  await runner.query(`drop index concurrently if exists ${name}`);
  await runner.query(`create index concurrently ${name} on jobs ${columns}`);
  await runner.query(`drop index concurrently if exists ${before}`);
}

const quoted = (words: readonly string[]): string => words.map((word) => `'${word}'`).join(', ');
const activeIn = (statuses: readonly string[]) => `(id) where kind = 'build' and status in (${quoted(statuses)})`;
const ofGroupIn = (statuses: readonly string[]) =>
  `(resource_group_id, pipeline_id, id) where status in (${quoted(statuses)})`;
