import { randomUUID } from 'node:crypto';
import { AccessLevel } from '@hearth/contract-kit';
import type { Delivery } from '@hearth/messaging';
import { FollowBranch } from '../branches/follow-branch.js';
import { OnForkUnlinked } from '../events/on-fork-unlinked.js';
import { OnRefUpdated } from '../events/on-ref-updated.js';
import { user, type FakeProject } from '../testing/fake-world.js';
import { MergeRequestsApp } from '../testing/merge-requests-app.js';
import { CloseUnlinked } from './close-unlinked.js';
import { RemoveContributions } from './remove.js';
import { UnassignFormerReaders } from './unassign.js';

// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Body = any;

const GHOST = 900;

describe('an open merge request', () => {
  const app = MergeRequestsApp.inBlock();
  const [master, author, assignee] = [user(1), user(2), user(3)];
  let number = 0;

  function newProject(overrides: Partial<FakeProject['card']> = {}): FakeProject {
    const project = app.world.addProject(overrides);
    project.members.set(master.userId, AccessLevel.master);
    project.members.set(author.userId, AccessLevel.developer);
    project.members.set(assignee.userId, AccessLevel.developer);
    return project;
  }
  /** Opens a merge request of the author, from a fork. */
  async function fromFork(): Promise<{ target: FakeProject; fork: FakeProject; mr: Body }> {
    const target = newProject();
    const fork = newProject({ forkedFromId: target.card.id });
    const given = { target_project_id: target.card.id, assignee_id: assignee.userId };
    return { target, fork, mr: await app.open(author, fork, given) };
  }
  async function moved(project: FakeProject, branch: string, newId: string | null): Promise<void> {
    const oldId = project.branches.get(branch) ?? null;
    if (newId === null) project.branches.delete(branch);
    else project.branches.set(branch, newId);
    const by = { userId: author.userId, sequence: ++number, pushId: randomUUID(), via: 'http' } as const;
    const at = { projectId: project.card.id, ref: `refs/heads/${branch}`, oldId, newId };
    const event = { ...at, ...by, defaultBranch: 'main', occurredAt: '2026-01-02T03:04:05Z' };
    await app.database.tx((tx) => app.get(OnRefUpdated).handle(event, { tx } as Delivery));
    await app.get(FollowBranch).execute({ projectId: project.card.id, branch, userId: author.userId });
  }
  const at = (mr: Body) => `/projects/${mr.project_id}/merge_requests/${mr.iid}`;
  const get = async (path: string) => (await app.request(master, 'GET', path)).body as Body;
  const listed = async (mr: Body) => (await get(`/projects/${mr.project_id}/merge_requests`))[0].merge_status as string;
  const accept = async (mr: Body) => (await app.request(master, 'PUT', `${at(mr)}/merge`)).status;
  const notes = async (mr: Body) =>
    ((await get(`${at(mr)}/notes?sort=asc`)) as Body[]).map(({ body }) => body as string);

  it.each(['source', 'target'] as const)(
    'whose %s branch is deleted stays open, unmergeable until it is back',
    async (side) => {
      const project = newProject();
      const mr = await app.open(author, project);
      const branch = mr[`${side}_branch`] as string;
      const tip = project.branches.get(branch)!;
      await moved(project, branch, null);
      expect(await get(at(mr))).toMatchObject({ state: 'opened', merge_status: 'cannot_be_merged', sha: mr.sha });
      expect(await listed(mr)).toBe('cannot_be_merged');
      expect(await accept(mr)).toBe(405);
      expect((await get(`${at(mr)}/changes`)).changes).toHaveLength(1);
      await moved(project, branch, tip);
      expect(await listed(mr)).toBe('unchecked');
      expect(await get(at(mr))).toMatchObject({ merge_status: 'can_be_merged' });
      expect(await accept(mr)).toBe(200);
      const told = [`deleted source branch \`${branch}\``, `restored source branch \`${branch}\``];
      expect(await notes(mr)).toEqual([...(side === 'source' ? told : []), 'merged']);
    },
  );

  it('whose fork is deleted stays, with its number of the source, and can be closed but not merged', async () => {
    const { fork, mr } = await fromFork();
    app.world.projects.delete(fork.card.id);
    await app.get(RemoveContributions).ofProject({ projectId: fork.card.id });
    const still = { state: 'opened', merge_status: 'cannot_be_merged', source_project_id: fork.card.id };
    expect(await get(at(mr))).toMatchObject(still);
    expect((await get(`${at(mr)}/commits`)) as Body[]).toHaveLength(1);
    expect((await get(`${at(mr)}/changes`)).changes).toHaveLength(1);
    expect(await get(`${at(mr)}/pipelines`)).toEqual([]);
    expect(await accept(mr)).toBe(405);
    const closed = await app.request(master, 'PUT', at(mr), { state_event: 'close' });
    expect(closed).toMatchObject({ status: 200, body: { state: 'closed' } });
  });

  it('whose fork is unlinked is closed by who unlinked it, once; others stay', async () => {
    const { target, fork, mr } = await fromFork();
    const own = await app.open(author, fork);
    const other = await app.open(author, target);
    const unlinked = { projectId: fork.card.id, forkNetworkId: target.card.id, userId: master.userId };
    await app.database.tx((tx) => app.get(OnForkUnlinked).handle(unlinked, { tx } as Delivery));
    for (let times = 0; times < 2; times += 1)
      await app.get(CloseUnlinked).execute({ projectId: fork.card.id, userId: master.userId });
    expect(await get(at(mr))).toMatchObject({ state: 'closed' });
    expect([await get(at(own)), await get(at(other))]).toMatchObject([{ state: 'opened' }, { state: 'opened' }]);
    expect(await notes(mr)).toEqual(['closed']);
    const events = `select data ->> 'userId' as by from outbox where type = 'merge-requests.merge-request-updated'
      and data ->> 'mergeRequestId' = $1 and data ->> 'state' = 'closed'`;
    expect(await app.testDatabase.query(events, [String(mr.id)])).toEqual([{ by: String(master.userId) }]);
  });

  describe('that was closed', () => {
    const reopen = async (caller: typeof author, mr: Body) => {
      const { status, body } = await app.request(caller, 'PUT', at(mr), { state_event: 'reopen' });
      return { status, said: (body as Body).state ?? (body as Body).error ?? (body as Body).message };
    };
    const HIDDEN = { status: 403, said: '403 Forbidden' };
    const OPENED = { status: 200, said: 'opened' };

    async function closed() {
      const scene = await fromFork();
      scene.fork.members.delete(assignee.userId);
      expect(await app.request(author, 'PUT', at(scene.mr), { state_event: 'close' })).toMatchObject({ status: 200 });
      return scene;
    }

    it.each([
      ['while the author has it', () => undefined, OPENED, OPENED, OPENED],
      [
        'once the author has lost it',
        (fork: FakeProject) => fork.members.delete(author.userId),
        HIDDEN,
        HIDDEN,
        OPENED,
      ],
      [
        'once the author only reads it',
        (fork: FakeProject) => fork.members.set(author.userId, 20),
        HIDDEN,
        HIDDEN,
        OPENED,
      ],
      [
        'once the author is blocked, whose own requests the edge refuses',
        () => app.world.blocked.add(author.userId),
        OPENED,
        HIDDEN,
        OPENED,
      ],
      ['once it is deleted', (fork: FakeProject) => app.world.projects.delete(fork.card.id), HIDDEN, HIDDEN, HIDDEN],
    ])('is opened again with access to the source: %s', async (_when, lose, byAuthor, byAssignee, byMaster) => {
      for (const [caller, answer] of [
        [author, byAuthor],
        [assignee, byAssignee],
        [master, byMaster],
      ] as const) {
        const { fork, mr } = await closed();
        lose(fork);
        expect(await reopen(caller, mr)).toEqual(answer);
        if (answer === OPENED) continue;
        const note = await app.request(caller, 'POST', `${at(mr)}/notes`, { body: '/reopen' });
        expect(note).toMatchObject({ status: 201, body: { body: '/reopen' } });
        expect(await get(at(mr))).toMatchObject({ state: 'closed' });
        app.world.blocked.clear();
      }
    });

    it('stays closed once the fork is unlinked', async () => {
      const { fork, mr } = await closed();
      fork.card = { ...fork.card, forkNetworkId: fork.card.id };
      expect(await reopen(author, mr)).toEqual({
        status: 422,
        said: ['Source project is not a fork of the target project'],
      });
    });
  });

  it('whose source is hidden from a reader shows what it changes all the same, and is merged', async () => {
    const { fork, mr } = await fromFork();
    fork.members.delete(master.userId);
    expect((await app.request(master, 'GET', `/projects/${fork.card.id}/merge_requests`)).status).toBe(404);
    expect(await get(at(mr))).toMatchObject({ source_project_id: fork.card.id, merge_status: 'can_be_merged' });
    expect((await get(`${at(mr)}/changes`)).changes).toHaveLength(1);
    expect(await accept(mr)).toBe(200);
  });

  it('whose author is deleted is the ghost’s, and is merged and changed as before', async () => {
    const { mr } = await fromFork();
    const gone = { userId: author.userId, ghostId: GHOST, hardDelete: false };
    await app.get(RemoveContributions).ofUser(gone);
    expect(await get(at(mr))).toMatchObject({ state: 'opened', author: { id: GHOST }, assignee: { id: 3 } });
    const participants = (await get(`${at(mr)}/participants`)) as Body[];
    expect(participants.map(({ id }) => id)).not.toContain(author.userId);
    expect((await app.request(master, 'PUT', at(mr), { title: 'Kept' })).body).toMatchObject({ title: 'Kept' });
    expect(await accept(mr)).toBe(200);
  });

  it('loses an assignee who leaves the project, who cannot change it any more', async () => {
    const { target, mr } = await fromFork();
    target.members.delete(assignee.userId);
    expect((await app.request(assignee, 'PUT', at(mr), { title: 'Mine' })).status).toBe(404);
    await app.get(UnassignFormerReaders).execute({ projectId: target.card.id, userId: assignee.userId });
    expect(await get(at(mr))).toMatchObject({ state: 'opened', assignee: null, title: mr.title });
    expect(await app.request(master, 'GET', `/merge_requests?scope=all&assignee_id=${assignee.userId}`)).toMatchObject({
      body: expect.not.arrayContaining([expect.objectContaining({ id: mr.id })]) as unknown,
    });
  });
});
