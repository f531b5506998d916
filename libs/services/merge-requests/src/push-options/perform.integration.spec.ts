import { randomUUID } from 'node:crypto';
import { AccessLevel } from '@hearth/contract-kit';
import type { Delivery } from '@hearth/messaging';
import { OnRefUpdated } from '../events/on-ref-updated.js';
import { sha, user, type FakeProject } from '../testing/fake-world.js';
import { MergeRequestsApp } from '../testing/merge-requests-app.js';
import { PerformPushOptions } from './perform.js';

// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Body = any;

describe('merge request options of a push', () => {
  const app = MergeRequestsApp.inBlock();
  const pusher = user(1);
  const other = user(2);
  let number = 0;

  function newProject(overrides: Partial<FakeProject['card']> = {}): FakeProject {
    const project = app.world.addProject(overrides);
    for (const { userId } of [pusher, other]) project.members.set(userId, AccessLevel.developer);
    return project;
  }

  /** Moves the branch `topic`, handles the event, and runs the job that it adds. @returns whether there was one */
  async function push(project: FakeProject, pushOptions: string[], userId = pusher.userId): Promise<boolean> {
    const oldId = project.branches.get('topic') ?? null;
    const commit = sha(`option ${++number}`);
    app.merges.push(project.card.id, 'topic', commit);
    const projectId = project.card.id;
    const by = { userId, sequence: number, pushId: randomUUID(), via: 'http', defaultBranch: 'main' } as const;
    const moved = { projectId, ref: 'refs/heads/topic', oldId, newId: commit, occurredAt: '2026-01-02T03:04:05Z' };
    await app.database.tx((tx) => app.get(OnRefUpdated).handle({ ...moved, ...by, pushOptions }, { tx } as Delivery));
    const rows = await app.testDatabase.query<{ data: Parameters<PerformPushOptions['execute']>[0] }>(
      `select data -> 'data' as data from merge_requests_jobs.job where name = 'perform-push-options' and data::text like $1`,
      [`%${commit}%`],
    );
    for (const { data } of rows) await app.get(PerformPushOptions).execute(data);
    return rows.length > 0;
  }
  const open = async ({ card }: FakeProject) =>
    (await app.request(pusher, 'GET', `/projects/${card.id}/merge_requests?state=opened`)).body as Body[];

  it('open one, with the texts of the commit', async () => {
    const project = newProject();
    expect(await push(project, ['merge_request.create', 'merge_request.remove_source_branch', 'mr.label=a'])).toBe(
      true,
    );
    expect(await open(project)).toMatchObject([
      {
        ...{ title: 'One', description: 'Two', source_branch: 'topic', target_branch: 'main', draft: false },
        ...{ author: { id: 1 }, force_remove_source_branch: true, labels: ['a'] },
      },
    ]);
  });

  it('change the open one instead, whatever asked for it', async () => {
    const project = newProject();
    await push(project, ['merge_request.create', 'mr.label=a', 'mr.assign=user-2']);
    const texts = ['mr.title=T', 'mr.description=a\\nb', 'mr.draft'];
    await push(project, ['mr.create', ...texts, 'mr.unlabel=a', 'mr.label=b', 'mr.unassign=2', 'mr.assign=1']);
    expect(await open(project)).toMatchObject([
      { title: 'Draft: T', description: 'a\nb', draft: true, labels: ['b'], assignees: [{ id: 1 }] },
    ]);
  });

  it('assign at most 100 users', async () => {
    const project = newProject();
    const ids = Array.from({ length: 120 }, (_, index) => 10_000 + index);
    for (const id of ids) project.members.set(user(id).userId, AccessLevel.developer);
    const assign = (some: number[]) => some.map((id) => `mr.assign=${id}`);
    await push(project, ['mr.create', ...assign(ids.slice(0, 60))]);
    await push(project, assign(ids.slice(60)));
    const [opened] = await open(project);
    expect(opened.assignees).toHaveLength(100);
  });

  it('set an automatic merge of the pushed commit, before there is a pipeline', async () => {
    const project = newProject();
    await push(project, ['mr.create', 'mr.merge_when_pipeline_succeeds']);
    const [first] = await open(project);
    expect(first).toMatchObject({ merge_when_pipeline_succeeds: true, merge_user: { id: 1 } });
    await push(project, ['mr.auto_merge']);
    const [second] = await open(project);
    expect(second).toMatchObject({ merge_when_pipeline_succeeds: true, sha: project.branches.get('topic') });
  });

  it('open it in the origin of a fork, in the named project, or in a fork that is its own default target', async () => {
    const origin = newProject();
    const fork = newProject({ forkedFromId: origin.card.id, forkNetworkId: origin.card.id });
    await push(fork, ['mr.create']);
    expect(await open(origin)).toMatchObject([{ source_project_id: fork.card.id }]);
    const own = newProject({ forkedFromId: origin.card.id, forkNetworkId: origin.card.id });
    await push(own, ['mr.create', `mr.target_project=${own.card.fullPath}`]);
    expect(await open(own)).toMatchObject([{ source_project_id: own.card.id }]);
    const apart = { mrDefaultTargetSelf: true, forkedFromId: origin.card.id, forkNetworkId: origin.card.id };
    const selfish = newProject(apart);
    await push(selfish, ['mr.create']);
    expect(await open(selfish)).toMatchObject([{ source_project_id: selfish.card.id }]);
  });

  it.each<[string, string[], (project: FakeProject) => void]>([
    ['without create', ['mr.title=T'], () => undefined],
    ['for a target that does not exist', ['mr.create', 'mr.target=none'], () => undefined],
    ['for users who may not', ['mr.create'], ({ members }) => members.set(pusher.userId, AccessLevel.guest)],
  ])('open none %s', async (_, options, prepare) => {
    const project = newProject();
    prepare(project);
    await push(project, options);
    const { body } = await app.request(other, 'GET', `/projects/${project.card.id}/merge_requests`);
    expect(body).toEqual([]);
  });

  it('add no job where there are none', async () => {
    expect(await push(newProject(), ['ci.skip', 'merge_request.unknown'])).toBe(false);
  });
});
