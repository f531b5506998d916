import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { Git, waitFor, type ProjectRecord } from '@hearth/testing';
import { rowsOf } from '../system/database.js';
import { hearth } from '../system/hearth.js';
import { anonymousRemote } from '../system/people.js';
import { projectPath } from '../system/projects.js';
import { repositoriesOnDisk, repositoryName } from '../system/storage.js';
import { PATIENCE_MS } from './insist.js';
import type { ForkRecord, MergeGround, MergeJourney, MergeRequestRecord } from './merge-journey.js';

const SERVICES = ['identity', 'projects', 'repository', 'merge_requests', 'ci'];
/** Unfinished jobs that are due or have failed. Maintenance of a repository is due hours after a push and does not count before. */
const OPEN_JOBS = (schema: string) => `
  select name, state::text, data::text from ${schema}_jobs.job
  where (state in ('retry', 'active') or (state = 'created' and start_after < now() + interval '15 seconds'))
    and name not like '\\_\\_pgboss%'`;

/** Returns the mistakes in a journey's merge request, its project and its fork, as sentences; each effect is counted. */
export async function mistakesOfJourney(ground: MergeGround, journey: MergeJourney): Promise<string[]> {
  const { target, issue, sha } = journey.plan;
  const { api } = ground.owner;
  const now = await api.read<MergeRequestRecord>(journey.path);
  const fork = await ground.author.api.read<ForkRecord>(`/projects/${journey.fork.id}`);
  const pipelines = await ground.author.api.readAll<{ status: string }>(`/projects/${fork.id}/pipelines`);
  const notes = await textsOf(ground, `${journey.path}/notes`);
  const closed = await api.read<{ state: string }>(`${projectPath(target)}/issues/${issue}`);
  const closing = await textsOf(ground, `${projectPath(target)}/issues/${issue}/notes`);
  const count = (texts: readonly string[], start: string) => texts.filter((text) => text.startsWith(start)).length;
  const seen = {
    ...{ state: now.state, sha: now.sha, autoMerge: now.merge_when_pipeline_succeeds, fork: fork.import_status },
    ...{ pipelines: pipelines.map(({ status }) => status), issue: closed.state },
    enabledNotes: count(notes, 'enabled an automatic merge'),
    mergedNotes: count(notes, 'merged'),
    closingNotes: count(closing, 'closed'),
    mergedEvents: await countEvents('merge_requests', 'merge-requests.merge-request-merged', target.id, {
      iid: now.iid,
    }),
    forkEvents: await countEvents('projects', 'projects.fork-requested', fork.id, {}),
    finishedEvents: await countEvents('repository', 'repository.fork-progressed', fork.id, { state: 'finished' }),
    pipelineEvents: await countEvents('ci', 'ci.pipeline-finished', fork.id, { status: 'success' }),
  };
  const expected: typeof seen = {
    ...{ state: 'merged', sha, autoMerge: true, fork: 'finished', pipelines: ['success'], issue: 'closed' },
    ...{ enabledNotes: 1, mergedNotes: 1, closingNotes: 1 },
    ...{ mergedEvents: 1, forkEvents: 1, finishedEvents: 1, pipelineEvents: 1 },
  };
  return differences(seen, expected).map((difference) => `!${now.iid} of ${target.path}: ${difference}`);
}

/** Returns the mistakes in the branch and the counts of a project that merge requests were merged into, as sentences. */
export async function mistakesOfTarget(
  ground: MergeGround,
  target: ProjectRecord,
  journeys: readonly MergeJourney[],
): Promise<string[]> {
  const { api } = ground.owner;
  const { copy } = ground;
  const ref = `refs/targets/${target.id}`;
  await copy.git.run(['fetch', '--quiet', anonymousRemote(target.path_with_namespace), `+refs/heads/main:${ref}`]);
  const merges = await copy.git.lines('rev-list', '--merges', '--parents', ref);
  const parents = merges.map((line) => line.split(' '));
  const listed = await api.readAll<MergeRequestRecord>(`/projects/${target.id}/merge_requests?state=all`);
  const { forks_count: forks } = await api.read<{ forks_count: number }>(projectPath(target));
  const forked = await api.readAll<{ id: number }>(`${projectPath(target)}/forks`);
  const seen = {
    // Merge commit and merged head, of the branch and of the records.
    merges: parents.map(([commit, , head]) => `${commit} of ${head}`).sort(),
    commits: Number(await copy.git.text('rev-list', '--count', ref)),
    mergeRequests: listed.map(({ iid }) => iid).sort((a, b) => a - b),
    ...{ forks, forked: forked.map(({ id }) => id).sort((a, b) => a - b) },
  };
  const expected: typeof seen = {
    merges: listed.map(({ sha, merge_commit_sha: commit }) => `${commit} of ${sha}`).sort(),
    commits: 1 + 2 * journeys.length,
    mergeRequests: journeys.map(({ mergeRequest }) => mergeRequest.iid).sort((a, b) => a - b),
    ...{ forks: journeys.length, forked: journeys.map(({ fork }) => fork.id).sort((a, b) => a - b) },
  };
  return differences(seen, expected).map((difference) => `${target.path}: ${difference}`);
}

/** Returns git's complaints about the repositories of some projects, and the ref locks that are left in them. */
export async function damagedRepositories(projects: readonly ProjectRecord[]): Promise<string[]> {
  const found: string[] = [];
  const folders = [...(await repositoriesOnDisk())];
  for (const project of projects) {
    const folder = folders.find((each) => path.basename(each) === repositoryName(project.id));
    if (!folder) {
      found.push(`${project.path} has no repository`);
      continue;
    }
    const checked = await new Git(folder).attempt(['--git-dir=.', 'fsck', '--full', '--no-dangling']);
    if (checked.code !== 0) found.push(`${project.path}: ${checked.stderr}`);
    const files = await readdir(folder, { recursive: true });
    found.push(...files.filter((file) => file.endsWith('.lock')).map((file) => `${project.path}: ${file}`));
  }
  return found;
}

/** Waits until all due work is done: no job, event, merge or update of a ref is pending, and no transaction is open. */
export async function waitUntilNothingIsLeft(): Promise<void> {
  const waits = [
    ...SERVICES.map((schema) => ['jobs', OPEN_JOBS(schema)]),
    ...SERVICES.map((schema) => ['events', `select type, key from ${schema}.outbox where published_at is null`]),
    ['merges', 'select merge_request_id from merge_requests.merge_attempts'],
    ['locked merge requests', `select id from merge_requests.merge_requests where state = 'locked'`],
    ['moves of refs', `select project_id, ref from repository.ref_changes where state = 'prepared'`],
    [
      'transactions',
      `select usename, query from pg_stat_activity where state like 'idle in transaction%' and state_change < now() - interval '10 s'`,
    ],
  ];
  for (const [what, text] of waits) {
    const none = async () => {
      const rows = await rowsOf(text!);
      if (rows.length > 0) throw new Error(JSON.stringify(rows.slice(0, 5)));
      return true;
    };
    await waitFor(`no ${what} to be left`, none, { timeoutMs: PATIENCE_MS, intervalMs: 500 });
  }
}

/** Lists all dead letters of the system, as an operator does. */
export async function allDeadLetters(): Promise<unknown[]> {
  const { code, stdout, stderr } = await hearth.run('dead-letters', 'list', '--json');
  if (code !== 0) throw new Error(`hearth dead-letters list ended with ${code}: ${stderr}`);
  return JSON.parse(stdout) as unknown[];
}

async function textsOf({ owner }: MergeGround, notes: string): Promise<string[]> {
  return (await owner.api.readAll<{ body: string }>(notes)).map(({ body }) => body);
}

async function countEvents(schema: string, type: string, key: number, data: object): Promise<number> {
  const [row] = await rowsOf<{ count: number }>(
    `select count(*)::int as count from ${schema}.outbox where type = $1 and key = $2 and data @> $3`,
    ...[type, String(key), JSON.stringify(data)],
  );
  return row!.count;
}

function differences<T extends object>(seen: T, expected: T): string[] {
  return (Object.keys(expected) as (keyof T & string)[])
    .map((key) => [key, JSON.stringify(seen[key]), JSON.stringify(expected[key])] as const)
    .filter(([, is, should]) => is !== should)
    .map(([key, is, should]) => `${key} is ${is}, not ${should}`);
}
