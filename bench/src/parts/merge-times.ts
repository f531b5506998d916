import { waitFor, type Git } from '@hearth/testing';
import type { Client } from 'pg';
import { median, quantile, timed } from '../system/load.js';
import type { Measurement } from '../system/measurement.js';
import type { MergeProject, MergeRequestRecord } from '../system/merge-project.js';
import type { MergeSeed } from '../system/merge-seed.js';

const ROUNDS = 100;
/** One topic is merged directly, one by wish; the plumbing merges those of the first kind. */
export const TOPICS = 2 * (ROUNDS + 1);
const COMMITS = 3;

/**
 * A merge that is asked for, against the commands that make the same one and as many commits of PostgreSQL as Hearth's merge has; and the merge that
 * the success of a pipeline begins.
 * @param peer the same repository, which the plumbing works in
 */
export async function mergeTimes(project: MergeProject, peer: Git, seed: MergeSeed): Promise<Measurement[]> {
  const opened: MergeRequestRecord[] = [];
  for (let topic = 0; topic < TOPICS; topic++) opened.push(await project.open(topic));
  for (let round = 0; round <= ROUNDS; round++) await wish(project, opened[2 * round + 1]!);
  await seed.client.query('create schema bench; create table bench.merges (round int)');
  const rounds: { direct: number; plumbing: number; wished: number }[] = [];
  for (let round = 0; round <= ROUNDS; round++) {
    await seed.settled();
    const direct = await timed(() => accept(project, opened[2 * round]!));
    await seed.settled();
    const plumbing = await timed(() => mergeByPlumbing(peer, seed.client, 2 * round));
    const wished = await timed(() => succeed(project, opened[2 * round + 1]!, seed));
    // The first round warms up and does not count.
    if (round > 0) rounds.push({ direct, plumbing, wished });
  }
  const of = (side: keyof (typeof rounds)[number]) => rounds.map((round) => round[side]);
  const [direct, plumbing] = [median(of('direct')), median(of('plumbing'))];
  const [directP99, wishedP99] = [quantile(of('direct'), 0.99), quantile(of('wished'), 0.99)];
  return [
    {
      name: 'accept of a small merge request, p50',
      unit: 'times the plumbing commands and three commits',
      value: direct / plumbing,
      goal: { atMost: 3 },
      detail: `${direct.toFixed(0)} ms against ${plumbing.toFixed(0)} ms`,
    },
    {
      name: 'success of the pipeline until merged, p99',
      unit: 'times the same merge asked for',
      value: wishedP99 / directP99,
      detail: `${wishedP99.toFixed(0)} ms against ${directP99.toFixed(0)} ms; p50 ${median(of('wished')).toFixed(0)} ms against ${direct.toFixed(0)} ms`,
    },
  ];
}

async function wish(project: MergeProject, mergeRequest: MergeRequestRecord): Promise<void> {
  await report(project, mergeRequest, 'pending');
  await accept(project, mergeRequest, { merge_when_pipeline_succeeds: true });
}

async function accept(project: MergeProject, { iid }: MergeRequestRecord, options: object = {}): Promise<void> {
  (await project.api.put(`/projects/${project.id}/merge_requests/${iid}/merge`, options)).expect(200);
}

async function report(project: MergeProject, { sha }: MergeRequestRecord, state: string): Promise<void> {
  (await project.api.post(`/projects/${project.id}/statuses/${sha}`, { state })).expect(201);
}

async function succeed(project: MergeProject, mergeRequest: MergeRequestRecord, seed: MergeSeed): Promise<void> {
  await report(project, mergeRequest, 'success');
  const isMerged = async () => (await seed.stateOf(mergeRequest.id)) === 'merged';
  await waitFor('the merge', isMerged, { timeoutMs: 60_000, intervalMs: 1 });
}

async function mergeByPlumbing(git: Git, database: Client, topic: number): Promise<void> {
  const [ours, theirs] = await git.lines('rev-parse', 'refs/heads/main', `refs/heads/topic-${topic}`);
  const tree = await git.text('merge-tree', '--write-tree', ours!, theirs!);
  const commit = await git.text('commit-tree', '-p', ours!, '-p', theirs!, '-m', `Merge topic ${topic}`, tree);
  await git.run(['update-ref', 'refs/heads/main', commit, ours!]);
  for (let index = 0; index < COMMITS; index++) await database.query('insert into bench.merges values ($1)', [topic]);
}
