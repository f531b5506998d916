import { AccessLevel, type Principal, type Visibility } from '@hearth/contract-kit';
import { sha, user, type FakeProject, type FakeWorld } from '../testing/fake-world.js';
import { MergeRequestsProvider } from '../provider/merge-requests.provider.js';
import { SubscriptionsProvider } from '../provider/subscriptions.provider.js';
import { MergeRequestsApp } from '../testing/merge-requests-app.js';

describe('a merge request', () => {
  const app = MergeRequestsApp.inBlock();
  const owner = user(1);
  const developer = user(2);
  const reporter = user(3);
  const guest = user(4);
  const stranger = user(5);
  let world: FakeWorld;

  beforeAll(() => {
    world = app.world;
  });

  function newProject(visibility: Visibility = 'private'): FakeProject {
    const project = world.addProject({ visibility });
    project.members.set(owner.userId, AccessLevel.owner);
    project.members.set(developer.userId, AccessLevel.developer);
    project.members.set(reporter.userId, AccessLevel.reporter);
    project.members.set(guest.userId, AccessLevel.guest);
    return project;
  }
  const path = (project: FakeProject, rest: string | number = 1) =>
    `/projects/${project.card.id}/merge_requests/${rest}`;
  const put = (caller: Principal | null, project: FakeProject, body: object) =>
    app.request(caller, 'PUT', path(project), body);
  const get = (caller: Principal | null, project: FakeProject, rest: string | number = 1) =>
    app.request(caller, 'GET', path(project, rest));

  it('is changed in everything that may be chosen, and cleared again', async () => {
    const project = newProject();
    await app.open(developer, project);
    const { id } = world.addMilestone(project, 'v1');
    const given = { title: ' Two ', description: 'by @user-4', labels: 'b,a', assignee_id: 3, milestone_id: id };
    const { status, body } = await put(developer, project, {
      ...given,
      remove_source_branch: true,
      discussion_locked: true,
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({ title: 'Two', description: 'by @user-4', labels: ['a', 'b'], milestone: { id } });
    expect(body).toMatchObject({ assignee: { id: 3 }, force_remove_source_branch: true, discussion_locked: true });
    const cleared = { labels: '', assignee_id: '', milestone_id: 0, description: '', remove_source_branch: false };
    expect((await put(developer, project, { ...cleared, discussion_locked: false })).body).toMatchObject({
      ...{ labels: [], assignee: null, milestone: null, description: '' },
      ...{ force_remove_source_branch: false, discussion_locked: false, title: 'Two' },
    });
    const events = await app.testDatabase.query<{ data: { changed: string[] } }>(
      `select data from outbox where key = $1 and type like '%updated' order by id`,
      [String(project.card.id)],
    );
    expect(events.map(({ data }) => data.changed.length)).toEqual([8, 7]);
    const told = (await get(developer, project, '1/notes?sort=asc')).body as unknown as {
      body: string;
      system: boolean;
    }[];
    expect(told.filter(({ system }) => system).map(({ body: text }) => text.replaceAll(/~\d+/g, '~id'))).toEqual([
      'changed title from **{-Merge branch-1-}** to **{+Two+}**',
      'changed the description',
      'added ~id ~id labels',
      'assigned to @user-3',
      'changed milestone to %1',
      'locked this merge request',
      'changed the description',
      'removed ~id ~id labels',
      'removed assignee',
      'removed milestone',
      'unlocked this merge request',
    ]);
  });

  it('has its assignees and reviewers replaced, and shows who closed it', async () => {
    const project = newProject();
    await app.open(developer, project, { assignee_ids: [1, 2], reviewer_ids: [2] });
    const given = { assignee_ids: [2, 3], reviewer_ids: '', state_event: 'close' };
    const people = { assignees: [{ id: 2 }, { id: 3 }], reviewers: [], closed_by: { id: developer.userId } };
    expect((await put(developer, project, given)).body).toMatchObject(people);
    expect((await put(developer, project, { state_event: 'reopen' })).body).toMatchObject({
      ...{ closed_by: null, closed_at: null },
    });
    const [event] = await app.testDatabase.query<{ data: object }>(
      `select data from outbox where key = $1 and type like '%updated' order by id`,
      [String(project.card.id)],
    );
    expect(event!.data).toMatchObject({
      changed: ['state', 'assignee', 'assignees', 'reviewers'],
      changes: { assigneeIds: { previous: [1, 2], current: [2, 3] }, reviewerIds: { previous: [2], current: [] } },
    });
    const { id } = (await get(developer, project, '1')).body;
    const { mergeRequest } = await app.get(MergeRequestsProvider).describe({ id: id as number });
    expect(mergeRequest).toMatchObject({
      ...{ id, iid: 1, state: 'opened', targetProjectId: project.card.id, targetBranch: 'main' },
      ...{ authorId: developer.userId, assigneeIds: [2, 3], reviewerIds: [], draft: false, mergeUserId: null },
    });
    expect(await app.get(MergeRequestsProvider).describe({ id: 999_999 })).toEqual({ mergeRequest: null });
    const told = (await get(developer, project, '1/notes?sort=asc')).body as unknown as { body: string }[];
    expect(told.map(({ body }) => body).slice(0, 2)).toEqual([
      'assigned to @user-3 and unassigned @user-1',
      'removed review request for @user-2',
    ]);
  });

  it('lists its changed files in pages, and its reviewers', async () => {
    const project = newProject();
    const { sha: head } = await app.open(developer, project, { reviewer_ids: [2, 3] });
    const files = ['a', 'b', 'c'].map((newPath) => ({ ...world.oneFile, newPath, oldPath: newPath }));
    world.diffs.set(head as string, { files, overflow: false });
    const { body, headers } = await app.exchange(developer, 'GET', path(project, '1/diffs?per_page=2&page=2'));
    expect(body).toMatchObject([{ new_path: 'c', diff: world.oneFile.patch }]);
    expect(headers['x-total']).toBe('3');
    const raw = await app.fetch(developer, `/api/v4${path(project, '1/raw_diffs')}`);
    expect([raw.status, raw.headers['content-type']]).toEqual([200, expect.stringContaining('text/plain')]);
    expect(raw.body.toString()).toBe(
      files.map(({ newPath }) => `diff --git a/${newPath} b/${newPath}\n${world.oneFile.patch}`).join(''),
    );
    world.diffs.set(head as string, { files, overflow: true });
    expect((await get(developer, project, '1/raw_diffs')).status).toBe(422);
    const asked = (id: number) => ({ user: { id }, state: 'unreviewed', created_at: expect.any(String) as string });
    expect((await get(developer, project, '1/reviewers')).body).toMatchObject([asked(2), asked(3)]);
    for (const rest of ['77/diffs', '77/reviewers']) expect((await get(developer, project, rest)).status).toBe(404);
  });

  it('has labels added and removed, beside those it has', async () => {
    const project = newProject();
    await app.open(developer, project, { labels: 'a,b' });
    const change = { add_labels: 'c', remove_labels: ['a', 'none'] };
    expect((await put(developer, project, change)).body).toMatchObject({ labels: ['b', 'c'] });
    expect((await put(guest, project, change)).status).toBe(403);
    expect(await put(developer, project, { title: 'x', merge_after: '2030-01-01' })).toMatchObject({
      ...{ status: 400, body: { error: 'merge_after is not supported' } },
    });
  });

  it('is closed and opened again, with what its branch has become meanwhile', async () => {
    const project = newProject();
    const { source_branch: branch } = await app.open(developer, project);
    expect((await put(developer, project, { state_event: 'close' })).body.state).toBe('closed');
    expect((await put(developer, project, { state_event: 'close' })).body.state).toBe('closed');
    project.branches.set(branch, sha('moved'));
    expect((await get(developer, project)).body.sha).not.toBe(sha('moved'));
    expect((await put(developer, project, { state_event: 'reopen' })).body).toMatchObject({
      state: 'opened',
      sha: sha('moved'),
    });
    expect((await get(developer, project, '1/versions')).body).toHaveLength(2);
  });

  it('is not opened again beside another one of the same branches', async () => {
    const project = newProject();
    const { source_branch: branch } = await app.open(developer, project);
    await put(developer, project, { state_event: 'close' });
    const twin = { source_branch: branch, target_branch: 'main', title: 'Twin' };
    expect((await app.request(developer, 'POST', `/projects/${project.card.id}/merge_requests`, twin)).status).toBe(
      201,
    );
    expect(await put(developer, project, { state_event: 'reopen' })).toMatchObject({ status: 409 });
  });

  it('goes into another branch', async () => {
    const project = newProject();
    project.branches.set('next', sha('next'));
    const { source_branch: branch } = await app.open(developer, project);
    expect((await put(developer, project, { target_branch: 'next' })).body.target_branch).toBe('next');
    const [newest] = (await get(developer, project, '1/versions')).body as { start_commit_sha: string }[];
    expect(newest!.start_commit_sha).toBe(sha('next'));
    expect(await put(developer, project, { target_branch: 'none' })).toEqual({
      status: 400,
      body: { message: { base: ['Target branch "none" does not exist'] } },
    });
    expect(await put(developer, project, { target_branch: branch })).toMatchObject({ status: 422 });
    await app.open(developer, project, { source_branch: branch });
    expect(await put(developer, project, { target_branch: 'main' })).toMatchObject({ status: 409 });
  });

  it.each([
    [
      {},
      'assignee_id, description, labels, milestone_id, remove_source_branch, state_event, target_branch, title, discussion_locked, assignee_ids, reviewer_ids, add_labels, remove_labels, squash, allow_collaboration, allow_maintainer_to_push are missing, at least one parameter must be provided',
    ],
    [{ title: ' ' }, 'title is empty'],
    [{ title: '', target_branch: '', description: 'x' }, 'title is empty, target_branch is empty'],
    [{ target_branch: ' ', title: null }, 'target_branch is empty'],
    [{ state_event: 'merge' }, 'state_event does not have a valid value'],
    [{ discussion_locked: 'maybe', milestone_id: 'x' }, 'milestone_id is invalid, discussion_locked is invalid'],
  ])('is not changed by %j', async (given, error) => {
    const project = newProject();
    await app.open(developer, project);
    expect(await put(developer, project, given)).toEqual({ status: 400, body: { error } });
  });

  it('refuses a title that is too long', async () => {
    const project = newProject();
    await app.open(developer, project);
    expect(await put(developer, project, { title: 'x'.repeat(256) })).toEqual({
      status: 400,
      body: { message: { title: ['is too long (maximum is 255 characters)'] } },
    });
  });

  it('is changed by developers, its author and its assignee, who do not plan it', async () => {
    const project = newProject();
    await app.open(developer, project, { assignee_id: guest.userId });
    const status = async (caller: Principal | null) => (await put(caller, project, { title: 'x' })).status;
    expect(await Promise.all([null, stranger, reporter, guest, owner].map(status))).toEqual([401, 404, 403, 200, 200]);
    const planned = { title: 'by guest', labels: 'x', assignee_id: '', discussion_locked: true };
    expect((await put(guest, project, planned)).body).toMatchObject({
      ...{ title: 'by guest', labels: [], assignee: { id: guest.userId }, discussion_locked: null },
    });
    project.card = { ...project.card, archived: true };
    expect(await put(owner, project, { title: 'y' })).toMatchObject({ status: 403 });
    expect(await app.request(owner, 'PUT', path(project, 2), { title: 'y' })).toMatchObject({ status: 403 });
    project.card = { ...project.card, archived: false };
    expect(await app.request(owner, 'PUT', path(project, 2), { title: 'y' })).toMatchObject({ status: 404 });
  });

  it('is deleted by owners, and its number is not given again', async () => {
    const project = newProject();
    await app.open(developer, project);
    const remove = (caller: Principal | null, headers = {}) =>
      app.request(caller, 'DELETE', path(project), undefined, headers);
    const statuses = [];
    for (const caller of [null, stranger, guest, reporter, developer]) statuses.push((await remove(caller)).status);
    expect(statuses).toEqual([401, 404, 404, 403, 403]);
    expect(await remove(owner, { 'if-unmodified-since': 'Mon, 15 Jan 2018 10:07:21 GMT' })).toMatchObject({
      status: 412,
    });
    expect(await remove(owner)).toEqual({ status: 204, body: null });
    expect(await remove(owner)).toEqual({ status: 404, body: { message: '404 Not found' } });
    expect(await get(owner, project)).toMatchObject({ status: 404 });
    expect((await app.open(developer, project)).iid).toBe(2);
  });

  it('is subscribed to by those who may change it', async () => {
    const project = newProject();
    const { id } = await app.open(developer, project);
    const ask = (caller: Principal | null, what: string) => app.request(caller, 'POST', path(project, `1/${what}`));
    expect(await ask(developer, 'subscribe')).toMatchObject({ status: 304 });
    expect(await ask(developer, 'unsubscribe')).toMatchObject({ status: 201, body: { subscribed: false } });
    expect(await ask(developer, 'unsubscribe')).toMatchObject({ status: 304 });
    expect(await ask(owner, 'subscribe')).toMatchObject({ status: 201, body: { subscribed: true } });
    expect(await ask(reporter, 'subscribe')).toMatchObject({ status: 403 });
    expect(await ask(null, 'subscribe')).toMatchObject({ status: 401 });
    const provider = app.get(SubscriptionsProvider);
    const participants = (subscribed: boolean) => [
      { id: owner.userId, participates: false, subscribed },
      { id: developer.userId, participates: true, subscribed: false },
    ];
    expect(await provider.participants({ id })).toEqual({ users: participants(true) });
    for (const each of [id, 9_999]) await provider.unsubscribe({ id: each, userId: owner.userId });
    expect(await provider.participants({ id })).toEqual({ users: participants(false) });
  });

  it('tells who takes part, what it changes and in which versions', async () => {
    const project = newProject();
    await app.open(developer, project, { assignee_id: 1, description: 'for @user-4 and @user-5' });
    const people = (await get(reporter, project, '1/participants')).body as { id: number }[];
    expect(people.map(({ id }) => id)).toEqual([1, 2, 4]);
    const { body: commits } = await get(reporter, project, '1/commits');
    const { sha: head } = (await get(reporter, project)).body as { sha: string };
    expect(commits).toMatchObject([{ id: head, short_id: head.slice(0, 8), title: 'One', parent_ids: [sha('base')] }]);
    expect((await get(reporter, project, '1/commits?page=2')).body).toEqual([]);
    const { body: changed } = await get(reporter, project, '1/changes');
    expect(changed).toMatchObject({ iid: 1, subscribed: false, changes: [{ old_path: 'a', new_file: false }] });
    const { body: versions } = await get(reporter, project, '1/versions');
    expect(versions).toEqual([
      {
        ...{ id: expect.any(Number), head_commit_sha: head, base_commit_sha: sha('base'), state: 'collected' },
        ...{ start_commit_sha: project.branches.get('main'), real_size: '1' },
        ...{ created_at: expect.any(String), merge_request_id: changed.id },
      },
    ]);
    const { body: version } = await get(reporter, project, `1/versions/${versions[0].id}`);
    expect(version).toMatchObject({ ...versions[0], commits: [{ id: head }], diffs: [{ new_path: 'a' }] });
    expect(await get(reporter, project, '1/versions/999999')).toMatchObject({ status: 404 });
    for (const what of ['commits', 'changes', 'versions', 'participants', `versions/${versions[0].id}`]) {
      expect(await get(guest, project, `1/${what}`)).toMatchObject({ status: 403 });
      expect(await get(stranger, project, `1/${what}`)).toMatchObject({ status: 404 });
      expect(await get(null, project, `1/${what}`)).toMatchObject({ status: 401 });
    }
  });
});
