import type { MigrationInterface, QueryRunner } from 'typeorm';

const STATUSES = ['created', 'pending', 'running', 'manual', 'success', 'failed', 'canceled', 'skipped', 'scheduled'];
const UNFINISHED = ['created', 'pending', 'running', 'scheduled'];

/** Resource groups: of the jobs of a group one runs at a time, in all pipelines of the project. */
export class ResourceGroups1769000100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table resource_groups (
        id bigint generated always as identity primary key,
        project_id bigint not null references projects,
        key text not null,
        process_mode text not null default 'unordered'
          check (process_mode in ('unordered', 'oldest_first', 'newest_first', 'newest_ready_first')),
        created_at timestamptz not null default now(),
        updated_at timestamptz not null default now(),
        unique (project_id, key)
      )`);
    await runner.query('create index resource_groups_of_project on resource_groups (project_id, id)');
    await runner.query('alter table jobs add resource_group_id bigint references resource_groups');
    await runner.query(`
      create index jobs_of_resource_group on jobs (resource_group_id, pipeline_id, id)
      where status in ('created', 'scheduled', 'waiting_for_resource', 'pending', 'running')`);
    // To find those of a group that is deleted.
    await runner.query(
      'create index jobs_by_resource_group on jobs (resource_group_id) where resource_group_id is not null',
    );
    for (const table of ['jobs', 'pipelines']) await allow(runner, table, [...STATUSES, 'waiting_for_resource']);
    await indexUnfinished(runner, [...UNFINISHED, 'waiting_for_resource']);
  }

  async down(runner: QueryRunner): Promise<void> {
    await indexUnfinished(runner, UNFINISHED);
    for (const table of ['jobs', 'pipelines']) {
      await runner.query(`update ${table} set status = 'pending' where status = 'waiting_for_resource'`);
      await allow(runner, table, STATUSES);
    }
    await runner.query('alter table jobs drop resource_group_id');
    await runner.query('drop table resource_groups');
  }
}

async function allow(runner: QueryRunner, table: string, statuses: readonly string[]): Promise<void> {
  await runner.query(`
    alter table ${table} drop constraint ${table}_status_check,
      add constraint ${table}_status_check check (status in (${quoted(statuses)}))`);
}

/** Indexes the pipelines of branches that a newer push may cancel. */
async function indexUnfinished(runner: QueryRunner, statuses: readonly string[]): Promise<void> {
  await runner.query('drop index pipelines_unfinished');
  await runner.query(
    `create index pipelines_unfinished on pipelines (project_id, ref, id) where status in (${quoted(statuses)}) and not tag`,
  );
}

const quoted = (words: readonly string[]): string => words.map((word) => `'${word}'`).join(', ');
