import { AccessLevel, type Principal, type ProjectId } from '@hearth/contract-kit';
import { ProjectsByIdsQuery } from '@hearth/projects-contracts';
import { PageBrowser } from '@hearth/testing';
import { CollaborationsProvider } from '../provider/collaborations.provider.js';
import { CarryOutRebase } from '../rebases/carry-out-rebase.js';
import { sha, user, type FakeProject } from '../testing/fake-world.js';
import { author, developer, guest, master, mergeScene, type Body } from '../testing/merge-scene.js';
import { MergeRequestsApp } from '../testing/merge-requests-app.js';

describe('merge requests with allow_collaboration', () => {
  const app = MergeRequestsApp.inBlock();
  const scene = mergeScene(app);
  const browser = new PageBrowser(app);
  /** Member of the fork alone, who opens the merge requests. */
  const forker = user(11);
  const BOTH = (allowed: boolean) => ({ allow_collaboration: allowed, allow_maintainer_to_push: allowed });

  const url = (mr: Body, rest = '') => `/projects/${mr.project_id}/merge_requests/${mr.iid}${rest}`;
  const put = (caller: Principal, mr: Body, fields: object) => app.request(caller, 'PUT', url(mr), fields);
  const branchesFor = async (fork: FakeProject, { userId }: Principal, branch?: string) =>
    (await app.get(CollaborationsProvider).branches({ projectId: fork.card.id, userId, branch })).branches;

  function forkOf(target: FakeProject, visibility: 'public' | 'internal' | 'private' = 'public'): FakeProject {
    const fork = app.world.addProject({ visibility, forkedFromId: target.card.id });
    fork.members.set(forker.userId, AccessLevel.master);
    return fork;
  }

  /** A merge request of the forker from a fork. */
  async function opened({ target = scene.newProject(), fork = forkOf(target), ...fields }: Opened = {}) {
    const given = { target_project_id: target.card.id, allow_collaboration: true, ...fields };
    return { target, fork, mr: (await app.open(forker, fork, given)) as Body };
  }
  interface Opened {
    readonly target?: FakeProject;
    readonly fork?: FakeProject;
    readonly [field: string]: unknown;
  }

  it('show it, in lists too, and take its older name', async () => {
    const { target, fork, mr } = await opened();
    expect(mr).toMatchObject(BOTH(true));
    expect((await put(forker, mr, { allow_maintainer_to_push: false })).body).toMatchObject(BOTH(false));
    expect((await put(forker, mr, { allow_collaboration: true })).body).toMatchObject(BOTH(true));
    expect((await put(forker, mr, { title: 'Other' })).body).toMatchObject(BOTH(true));
    const list = (await app.request(master, 'GET', `/projects/${target.card.id}/merge_requests`)).body as Body;
    expect(list).toMatchObject([BOTH(true)]);
    expect((await opened({ target, fork, allow_collaboration: undefined })).mr).toMatchObject(BOTH(false));
    app.merges.protected.set(mr.source_branch as string, { pushLevel: 30, mergeLevel: 30 });
    expect(await scene.read(mr)).toMatchObject(BOTH(false));
    app.merges.protected.clear();
    fork.card = { ...fork.card, visibility: 'private' };
    expect(await scene.read(mr)).toMatchObject(BOTH(false));
  });

  it('have no such field inside one project, and ask nothing for it', async () => {
    const { mr } = await scene.opened(undefined, { allow_collaboration: true });
    expect(mr).not.toHaveProperty('allow_collaboration');
    app.world.asked.length = 0;
    expect(await scene.read(mr)).not.toHaveProperty('allow_maintainer_to_push');
    expect(app.world.asked).not.toContain(ProjectsByIdsQuery.name);
  });

  it.each<[string, () => Promise<{ mr: Body; fork: FakeProject }>]>([
    ['from a private fork', async () => withFork((target) => forkOf(target, 'private'))],
    ['into a private project', async () => opened({ target: privateTarget() })],
    [
      'from a protected branch',
      async () => {
        const target = scene.newProject();
        const fork = forkOf(target);
        fork.branches.set('sealed', sha(`sealed ${fork.card.id}`));
        app.merges.protected.set('sealed', { pushLevel: 30, mergeLevel: 30 });
        return opened({ target, fork, source_branch: 'sealed' });
      },
    ],
  ])('do not take the field %s', async (_, make) => {
    const { mr, fork } = await make();
    app.merges.protected.clear();
    expect(mr).toMatchObject(BOTH(false));
    fork.card = { ...fork.card, visibility: 'public' };
    expect(await branchesFor(fork, developer)).toEqual([]);
  });

  function privateTarget(): FakeProject {
    const target = scene.newProject({ visibility: 'private' });
    target.members.set(forker.userId, AccessLevel.reporter);
    return target;
  }
  function withFork(make: (target: FakeProject) => FakeProject) {
    const target = scene.newProject();
    return opened({ target, fork: make(target) });
  }

  it('take the field from members of the fork only', async () => {
    const { mr, fork } = await opened({ allow_collaboration: false });
    expect((await put(master, mr, { allow_collaboration: true })).body).toMatchObject(BOTH(false));
    await put(forker, mr, { allow_collaboration: true });
    expect((await put(master, mr, { allow_collaboration: false })).body).toMatchObject(BOTH(true));
    fork.members.set(master.userId, AccessLevel.developer);
    expect((await put(master, mr, { allow_collaboration: false })).body).toMatchObject(BOTH(false));
  });

  it.each<[string, (scene: Scene) => void]>([
    ['the target is private', ({ target }) => (target.card = { ...target.card, visibility: 'private' })],
    ['the fork is private', ({ fork }) => (fork.card = { ...fork.card, visibility: 'private' })],
    ['the fork is archived', ({ fork }) => (fork.card = { ...fork.card, archived: true })],
    ['the author has left the fork', ({ fork }) => fork.members.set(forker.userId, AccessLevel.guest)],
    [
      'the branch is protected',
      ({ mr }) => app.merges.protected.set(mr.source_branch as string, { pushLevel: 30, mergeLevel: 30 }),
    ],
  ])('lose the field while %s, by the API and the form', async (_, suspend) => {
    for (const way of ['API', 'form']) {
      const { target, fork, mr } = await opened();
      target.members.set(forker.userId, AccessLevel.developer);
      const cards = [fork.card, target.card] as const;
      suspend({ target, fork, mr });
      const page = `/-/project/${target.card.id}/merge_requests/${mr.iid}/edit`;
      if (way === 'API') await put(forker, mr, { allow_collaboration: false });
      else await browser.send(forker, page, page, { title: 'Other', description: '' });
      [fork.card, target.card] = cards;
      app.merges.protected.clear();
      fork.members.set(forker.userId, AccessLevel.master);
      expect(await scene.read(mr)).toMatchObject(BOTH(false));
      expect(await branchesFor(fork, developer)).toEqual([]);
    }
  });
  type Scene = Awaited<ReturnType<typeof opened>>;

  it.each<[string, (mr: Body) => Promise<unknown>]>([
    ['the API', (mr) => put(master, mr, { state_event: 'reopen' })],
    ['a note', (mr) => app.request(master, 'POST', url(mr, '/notes'), { body: '/reopen' })],
  ])('lose the field when members of the target reopen them by %s', async (_, reopen) => {
    const { mr, fork } = await opened();
    await put(forker, mr, { state_event: 'close' });
    await reopen(mr);
    expect(await scene.read(mr)).toMatchObject({ state: 'opened', ...BOTH(false) });
    expect(await branchesFor(fork, developer)).toEqual([]);
  });

  it.each<[string, (caller: Principal, mr: Body) => Promise<unknown>]>([
    ['the API', (caller, mr) => put(caller, mr, { target_branch: 'topic' })],
    ['a note', (caller, mr) => app.request(caller, 'POST', url(mr, '/notes'), { body: '/target_branch topic' })],
  ])('lose the field when members of the target change the target branch by %s', async (_, retarget) => {
    for (const [caller, isKept] of [[master, false] as const, [forker, true] as const]) {
      const { mr } = await opened();
      await put(master, mr, { target_branch: 'main', title: 'Other' });
      expect(await scene.read(mr)).toMatchObject(BOTH(true));
      await retarget(caller, mr);
      expect(await scene.read(mr)).toMatchObject({ target_branch: 'topic', ...BOTH(isKept) });
    }
  });

  it('let users with permission to merge into the target branch push', async () => {
    const { mr, fork, target } = await opened();
    const all = async () => {
      const users = [master, developer, guest, user(77)];
      return (await Promise.all(users.map((each) => branchesFor(fork, each)))).map((found) => found.length);
    };
    expect(await branchesFor(fork, developer)).toEqual([mr.source_branch]);
    expect(await all()).toEqual([1, 1, 0, 0]);
    app.merges.protected.set('main', { pushLevel: 40, mergeLevel: 40 });
    expect(await all()).toEqual([1, 0, 0, 0]);
    app.merges.protected.set('main', { pushLevel: 40, mergeLevel: 30 });
    expect(await all()).toEqual([1, 1, 0, 0]);
    app.merges.protected.clear();
    for (const card of [fork, target]) {
      const before = card.card;
      card.card = { ...before, visibility: 'private' };
      expect(await all()).toEqual([0, 0, 0, 0]);
      card.card = { ...before, archived: true };
      expect(await all()).toEqual([0, 0, 0, 0]);
      card.card = before;
    }
    app.world.blocked.add(developer.userId);
    expect(await all()).toEqual([1, 0, 0, 0]);
    app.world.blocked.clear();
    for (const [card, feature, state] of [
      [target, 'mergeRequests', 'disabled'],
      [fork, 'repository', 'private'],
    ] as const) {
      card.card = { ...card.card, features: { ...card.card.features, [feature]: state } };
      expect(await all()).toEqual([0, 0, 0, 0]);
      card.card = { ...card.card, features: { ...card.card.features, [feature]: 'enabled' } };
      expect(await all()).toEqual([1, 1, 0, 0]);
    }
  });

  it('are found by branch, and without targets on lost storages', async () => {
    const { target, fork, mr } = await opened();
    const other = await opened({ target: forkOf(target), fork });
    other.target.members.set(developer.userId, AccessLevel.developer);
    const [branch, second] = [mr.source_branch, other.mr.source_branch] as string[];
    expect(await branchesFor(fork, developer)).toEqual([second, branch]);
    app.merges.away.add(other.target.card.id);
    expect(await branchesFor(fork, developer)).toEqual([branch]);
    expect(await branchesFor(fork, developer, branch)).toEqual([branch]);
    app.merges.away.clear();
    expect(await branchesFor(fork, developer, second)).toEqual([second]);
    expect(await branchesFor(fork, developer, 'other')).toEqual([]);
  });

  it('need one question about protection for a list, and none without the field', async () => {
    const target = scene.newProject();
    const fork = forkOf(target);
    const list = () => app.request(master, 'GET', `/projects/${target.card.id}/merge_requests`);
    await opened({ target, fork, allow_collaboration: false });
    app.merges.protectionAsked.length = 0;
    await list();
    expect(app.merges.protectionAsked).toEqual([]);
    await opened({ target, fork });
    await opened({ target, fork });
    app.merges.protectionAsked.length = 0;
    expect((await list()).body).toMatchObject([BOTH(true), BOTH(true), BOTH(false)]);
    expect(app.merges.protectionAsked).toEqual([2]);
  });

  it('let members of the target push while they are open, and their authors may push', async () => {
    const { mr, fork } = await opened();
    await put(forker, mr, { state_event: 'close' });
    expect(await branchesFor(fork, developer)).toEqual([]);
    await put(forker, mr, { state_event: 'reopen' });
    expect(await branchesFor(fork, developer)).toEqual([mr.source_branch]);
    app.world.blocked.add(forker.userId);
    expect(await branchesFor(fork, developer)).toEqual([]);
    app.world.blocked.clear();
    fork.members.set(forker.userId, AccessLevel.reporter);
    expect(await branchesFor(fork, developer)).toEqual([]);
    expect(await branchesFor({ card: { id: 4_000_000 as ProjectId } } as FakeProject, developer)).toEqual([]);
  });

  it('are rebased by members of the target', async () => {
    const { mr, target } = await opened();
    app.merges.push(target.card.id, 'main', sha(`newer ${mr.id}`));
    const rebase = (caller: Principal) => app.request(caller, 'PUT', url(mr, '/rebase'));
    expect((await rebase(guest)).status).toBe(403);
    app.merges.protected.set(mr.source_branch as string, { pushLevel: 30, mergeLevel: 30 });
    expect((await rebase(developer)).status).toBe(403);
    app.merges.protected.clear();
    expect((await rebase(developer)).status).toBe(202);
    await app
      .get(CarryOutRebase)
      .execute({ mergeRequestId: mr.id as number, userId: developer.userId, tokenId: null, skipCi: false });
    expect(await scene.read(mr)).toMatchObject({ merge_error: null, ...BOTH(true) });
    await put(forker, mr, { allow_collaboration: false });
    expect((await rebase(author)).status).toBe(403);
  });

  it('have the field on the forms of their pages, which show it', async () => {
    const target = scene.newProject();
    const fork = forkOf(target);
    const BOX = /name="allow_collaboration" value="true"( checked)?/;
    const page = async (caller: Principal, path: string) => (await browser.visit(caller, path)).text;
    const edit = (caller: Principal, fields: Record<string, string>) =>
      browser.send(caller, `${address}/edit`, `${address}/edit`, fields);
    expect(BOX.exec(await page(forker, `/-/project/${fork.card.id}/merge_requests/new`))?.[1]).toBe(' checked');
    expect(await page(master, `/-/project/${target.card.id}/merge_requests/new`)).not.toMatch(BOX);
    const fields = {
      ...{ source_branch: 'topic', target_branch: 'main', target_project_id: String(target.card.id), title: 'One' },
      ...{ description: '', allow_collaboration: 'true' },
    };
    const forms = `/-/project/${fork.card.id}/merge_requests`;
    await browser.send(forker, `${forms}/new`, forms, fields);
    const [mr] = (await app.request(forker, 'GET', `/projects/${target.card.id}/merge_requests`)).body as Body[];
    expect(mr).toMatchObject(BOTH(true));
    const address = `/-/project/${target.card.id}/merge_requests/${mr.iid}`;
    const SENTENCE = 'Users with permission to merge may push to the source branch.';
    app.merges.push(target.card.id, 'main', sha(`newer ${mr.id}`));
    await scene.read(mr);
    const shown = await page(developer, address);
    expect([shown.includes(SENTENCE), shown.includes('>Rebase<')]).toEqual([true, true]);
    expect(await page(guest, address)).not.toContain('>Rebase<');
    expect(BOX.exec(await page(forker, `${address}/edit`))?.[1]).toBe(' checked');
    expect(await page(master, `${address}/edit`)).not.toMatch(BOX);
    await edit(master, { title: 'Two', description: '' });
    expect(await scene.read(mr)).toMatchObject({ title: 'Two', ...BOTH(true) });
    await edit(forker, { title: 'Three', description: '' });
    expect(await scene.read(mr)).toMatchObject({ title: 'Three', ...BOTH(false) });
    expect(await page(developer, address)).not.toContain(SENTENCE);
  });
});
