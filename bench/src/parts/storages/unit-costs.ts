import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Measurement } from '../../system/measurement.js';
import type { StorageSide } from '../../system/storage-sides.js';
import { memoryOf } from '../idle-memory.js';

const run = promisify(execFile);
const PROJECTS = 500;
const AT_ONCE = 8;
/** Tables that grow with each change of a ref, beside those of jobs. */
const MESSAGES = ['repository.ref_changes', 'repository.outbox', 'projects.inbox', 'ci.inbox', 'merge_requests.inbox'];

/** Costs of one project, one change of a ref and one repository in use, for docs/capacity.md. Leaves the projects for the drain. */
export async function unitCosts(side: StorageSide): Promise<Measurement[]> {
  await side.settle();
  const atFirst = await databaseBytes(side);
  const ids = await inTurns(PROJECTS, async (number) => (await side.hearth.createProject(`small-${number}`)).id);
  const withProjects = await databaseBytes(side);
  const [memory, messages] = [(await memoryOf(side.hearth)).megabytes, await messageBytes(side)];
  await inTurns(PROJECTS, (number) => firstCommit(side, ids[number]!));
  await side.settle();
  const withCommits = await databaseBytes(side);
  const used = (await memoryOf(side.hearth)).megabytes;
  const tables = (await messageBytes(side)).map(([table, bytes], index) => {
    return `${table} ${((bytes - messages[index]![1]) / PROJECTS).toFixed(0)}`;
  });
  return [
    unit('PostgreSQL, an empty project', 'bytes', (withProjects - atFirst) / PROJECTS, `of ${PROJECTS}, all services`),
    unit('PostgreSQL, a change of a ref', 'bytes', (withCommits - withProjects) / PROJECTS, tables.join(', ')),
    unit('disk, a repository with one commit', 'bytes', await diskBytes(side), 'blocks, on each storage that has it'),
    unit(
      'memory, a repository in use',
      'KB',
      ((used - memory) * 1024) / PROJECTS,
      `${memory.toFixed(0)} MB before, ${used.toFixed(0)} MB after a commit to each of ${PROJECTS}, all processes`,
    ),
    unit('connections to PostgreSQL, a process', 'connections', ...(await connections(side))),
  ];
}

function unit(name: string, of: string, value: number, detail: string): Measurement {
  return { name, unit: of, value, detail };
}

async function inTurns<T>(count: number, work: (number: number) => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  let next = 0;
  const worker = async () => {
    for (let number = next++; number < count; number = next++) results[number] = await work(number);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return results;
}

function firstCommit({ hearth }: StorageSide, projectId: number): Promise<unknown> {
  return hearth.create(`/projects/${projectId}/repository/commits`, {
    branch: 'main',
    commit_message: 'First',
    actions: [{ action: 'create', file_path: 'a.txt', content: `${projectId}` }],
  });
}

/** Size of all tables and indexes without dead rows. Waits for jobs and events first, which would count as well. */
async function databaseBytes({ client }: StorageSide): Promise<number> {
  const open = `select 1 from repository.outbox where published_at is null limit 1`;
  while ((await client.query(open)).rowCount !== 0) await client.query('select pg_sleep(0.2)');
  await client.query('vacuum full');
  const { rows } = await client.query<{ bytes: string }>('select pg_database_size(current_database()) as bytes');
  return Number(rows[0]!.bytes);
}

async function messageBytes({ client }: StorageSide): Promise<[string, number][]> {
  const { rows } = await client.query<{ name: string; bytes: string }>(
    'select name, pg_total_relation_size(name::regclass) as bytes from unnest($1::text[]) with ordinality as t (name, at) order by at',
    [MESSAGES],
  );
  return rows.map(({ name, bytes }) => [name, Number(bytes)]);
}

async function diskBytes({ hearth }: StorageSide): Promise<number> {
  const { stdout } = await run('du', ['-s', '--block-size=1', `${hearth.storages}/storage-1/@hashed`]);
  const { stdout: heads } = await run('find', [
    `${hearth.storages}/storage-1/@hashed`,
    '-name',
    'HEAD',
    '-path',
    '*.git/HEAD',
  ]);
  return Number(stdout.split('\t')[0]) / heads.trim().split('\n').length;
}

async function connections({ client, hearth }: StorageSide): Promise<[number, string]> {
  const { rows } = await client.query<{ usename: string; count: number }>(
    `select usename, count(*)::int from pg_stat_activity where usename like 'hearth\\_%' group by 1 order by 1`,
  );
  const processes = (await hearth.processes()).filter(({ name }) => !['postgres', 'kafka', 'gateway'].includes(name));
  const all = rows.reduce((sum, { count }) => sum + count, 0);
  return [all / processes.length, rows.map(({ usename, count }) => `${usename} ${count}`).join(', ')];
}
