import type { Measurement } from '../../system/measurement.js';
import { useOf } from '../../system/process-use.js';
import type { StorageSide } from '../../system/storage-sides.js';

const REPOSITORIES = 20_000;
const WATCHED_SECONDS = 60;
/** Far beyond the ids of projects that the benchmark makes. */
const FIRST_ID = 1_000_000;

const ADD = `with ids as (select n from generate_series($1::int, $1::int + $2::int - 1) as n),
  made as (insert into repository.repositories (project_id, storage, made_at) select n, 'storage-1', now() from ids),
  first as (insert into repository.ref_changes (project_id, attempt_id, via, ref, new_id, state, settled_at)
    select n, gen_random_uuid(), 'http', 'refs/heads/main', repeat('a', 40), 'settled', now() from ids)
  insert into repository.repository_copies (project_id, storage, is_standing, wanted, followed, followed_at)
  select n, 'storage-2', true, 1, 1, now() from ids`;

interface Use {
  readonly transactions: number;
  readonly cpuSeconds: number;
}

/** Cost of copies that have nothing to follow: statements and CPU time of the repository processes, with and without many of them. */
export async function idleCopies(primary: StorageSide): Promise<Measurement[]> {
  await primary.settle();
  const before = await watched(primary);
  await primary.client.query(ADD, [FIRST_ID, REPOSITORIES]);
  await primary.client.query(
    'vacuum analyze repository.repositories, repository.repository_copies, repository.ref_changes',
  );
  const after = await watched(primary);
  const detail = (use: Use) => `${use.transactions} statements and ${use.cpuSeconds.toFixed(2)} s of CPU time`;
  const both = `${detail(after)} in ${WATCHED_SECONDS} s with ${REPOSITORIES} idle copies, ${detail(before)} without`;
  return [
    {
      name: 'statements for an idle copy',
      unit: 'an hour',
      value: Math.max(0, ((after.transactions - before.transactions) / REPOSITORIES / WATCHED_SECONDS) * 3600),
      goal: { atMost: 0.1 },
      detail: both,
    },
    {
      name: 'CPU time for an idle copy',
      unit: 'ms an hour',
      value: Math.max(0, ((after.cpuSeconds - before.cpuSeconds) / REPOSITORIES / WATCHED_SECONDS) * 3_600_000),
      goal: { atMost: 5 },
      detail: both,
    },
  ];
}

async function watched(side: StorageSide): Promise<Use> {
  const [from, fromCpu] = [await transactions(side), await cpu(side)];
  await side.client.query('select pg_sleep($1)', [WATCHED_SECONDS]);
  return { transactions: (await transactions(side)) - from, cpuSeconds: (await cpu(side)) - fromCpu };
}

async function transactions({ client }: StorageSide): Promise<number> {
  const { rows } = await client.query<{ count: string }>(
    'select xact_commit as count from pg_stat_database where datname = current_database()',
  );
  return Number(rows[0]!.count);
}

async function cpu(side: StorageSide): Promise<number> {
  const uses = await Promise.all((await side.owners()).map(({ pid }) => useOf(pid)));
  return uses.reduce((sum, { userSeconds, systemSeconds }) => sum + userSeconds + systemSeconds, 0);
}
