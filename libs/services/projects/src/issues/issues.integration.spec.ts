import type { Principal, ProjectId, Visibility } from '@hearth/contract-kit';
import { user } from '../testing/people.js';
import { ProjectsApp } from '../testing/projects-app.js';
import { Seed } from '../testing/seed.js';

describe('issues', () => {
  const app = ProjectsApp.inBlock();
  const owner = user(1);
  const reporter = user(2);
  const guest = user(3);
  const visitor = user(4);
  let namespace: number;
  let seed: Seed;
  let projects = 0;

  beforeAll(async () => {
    namespace = await app.claim(owner);
    for (const person of [reporter, guest, visitor]) await app.claim(person);
    seed = new Seed(app.testDatabase);
  });

  /** A project with a reporter and a guest. */
  async function newProject(visibility: Visibility = 'private'): Promise<ProjectId> {
    const project = await seed.project(namespace, `project-${++projects}`, visibility);
    await seed.projectMember(project, reporter.userId, 20);
    await seed.projectMember(project, guest.userId, 10);
    return project;
  }
  const path = (project: ProjectId, rest: string | number = '') => `/projects/${project}/issues${rest && `/${rest}`}`;
  const create = (caller: Principal | null, project: ProjectId, body: object) =>
    app.request(caller, 'POST', path(project), body);
  const put = (caller: Principal | null, project: ProjectId, iid: number, body: object) =>
    app.request(caller, 'PUT', path(project, iid), body);
  async function systemNotes(project: ProjectId): Promise<string[]> {
    const rows = await app.testDatabase.query<{ body: string }>(
      'select body from notes where project_id = $1 and system order by id',
      [project],
    );
    return rows.map(({ body }) => body);
  }

  it('have the number and time that owners give them, and admins who act as their authors', async () => {
    const project = await newProject();
    const given = { title: 'Moved', iid: 7, created_at: '2018-01-15T10:07:21.123Z' };
    const moved = (caller: Principal, iid: number) => create(caller, project, { ...given, iid });
    expect(await moved(owner, 7)).toMatchObject({ status: 201, body: { iid: 7, created_at: given.created_at } });
    expect(await moved(owner, 7)).toMatchObject({ status: 409, body: { message: 'Duplicated issue' } });
    const byAdmin = user(3, { actingAdminId: owner.userId });
    expect(await moved(byAdmin, 3)).toMatchObject({
      ...{ status: 201, body: { iid: 3, created_at: given.created_at, author: { id: guest.userId } } },
    });
    const ignored = await moved(guest, 20);
    expect(ignored).toMatchObject({ status: 201, body: { iid: 8 } });
    expect(ignored.body['created_at']).not.toBe(given.created_at);
    expect(await moved(owner, 1_000_000_001)).toMatchObject({ status: 400 });
  });

  it('are opened by every reader, with the fields that the level permits', async () => {
    const project = await newProject();
    const given = { title: ' One ', description: 'Ask @user-3', labels: 'b, a', assignee_ids: [guest.userId, 999] };
    const { status, body } = await create(reporter, project, { ...given, due_date: '2026-03-04' });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      iid: 1,
      project_id: project,
      title: 'One',
      description: 'Ask @user-3',
      state: 'opened',
      labels: ['a', 'b'],
      milestone: null,
      due_date: '2026-03-04',
      confidential: false,
      discussion_locked: null,
      closed_at: null,
      subscribed: true,
      user_notes_count: 0,
      author: { username: 'user-2', state: 'active' },
      time_stats: { time_estimate: 0, total_time_spent: 0, human_time_estimate: null, human_total_time_spent: null },
    });
    expect(body.assignees.map(({ id }: { id: number }) => id)).toEqual([guest.userId]);
    expect(body.assignee).toEqual(body.assignees[0]);
    expect(body.web_url).toMatch(new RegExp(`/user-1/project-${projects}/issues/1$`));
    expect(body).toMatchObject({ closed_by: null, type: 'ISSUE', issue_type: 'issue', moved_to_id: null });
    expect(body._links.notes).toMatch(new RegExp(`/api/v4/projects/${project}/issues/1/notes$`));
    const plain = await create(guest, project, { ...given, title: 'Two' });
    expect(plain.body).toMatchObject({ iid: 2, labels: [], assignees: [], assignee: null, due_date: null });
    expect((await app.request(owner, 'GET', `/projects/${project}`)).body.open_issues_count).toBe(2);
    const participants = await app.request(guest, 'GET', `${path(project, 1)}/participants`);
    expect(participants.body.map(({ username }: { username: string }) => username)).toEqual(['user-2', 'user-3']);
  });

  it.each([
    [{}, 400, { error: 'title is missing' }],
    [{ title: ' ' }, 400, { message: { title: ["can't be blank"] } }],
    [{ title: 'x'.repeat(256) }, 400, { message: { title: ['is too long (maximum is 255 characters)'] } }],
    [{ title: 'x', description: 'x'.repeat(1_000_001) }, 400, { error: 'description is invalid' }],
    [{ title: 'x', weight: 3 }, 400, { error: 'weight is not supported' }],
    [{ title: 'x', issue_type: 'incident' }, 400, { error: 'issue_type is not supported' }],
    [{ title: 'x', due_date: 'soon' }, 400, { error: 'due_date is invalid' }],
    [{ title: 'x', labels: { a: 1 }, confidential: 'maybe' }, 400, { error: 'confidential is invalid' }],
  ])('are not opened from %#', async (body, status, answer) => {
    const project = await newProject();
    expect(await create(owner, project, body)).toMatchObject({ status, body: answer });
    expect((await app.request(owner, 'GET', path(project))).body).toEqual([]);
  });

  it('are changed, and every change is told', async () => {
    const project = await newProject();
    await create(guest, project, { title: 'abc', description: '- [ ] do' });
    const milestone = (await app.request(owner, 'POST', `/projects/${project}/milestones`, { title: 'v1' })).body;
    const { status, body } = await put(owner, project, 1, {
      title: 'adc',
      description: '- [x] do',
      labels: ['one', 'two'],
      assignee_ids: [reporter.userId],
      milestone_id: milestone.id,
      confidential: true,
      discussion_locked: true,
      state_event: 'close',
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      title: 'adc',
      labels: ['one', 'two'],
      milestone: { id: milestone.id, title: 'v1' },
      state: 'closed',
      confidential: true,
      discussion_locked: true,
      closed_at: expect.any(String),
    });
    await put(owner, project, 1, { labels: '', assignee_ids: [], milestone_id: 0, state_event: 'reopen' });
    const labels = await app.testDatabase.query<{ id: number }>(
      'select id from labels where project_id = $1 order by id',
      [project],
    );
    const ids = labels.map(({ id }) => `~${id}`).join(' ');
    expect(await systemNotes(project)).toEqual([
      'changed title from **a{-b-}c** to **a{+d+}c**',
      'marked the task **do** as completed',
      `added ${ids} labels`,
      'assigned to @user-2',
      'changed milestone to %1',
      'made the issue confidential',
      'locked this issue',
      'closed',
      `removed ${ids} labels`,
      'removed assignee',
      'removed milestone',
      'reopened',
    ]);
    expect((await app.request(owner, 'GET', path(project, 1))).body).toMatchObject({
      labels: [],
      assignees: [],
      milestone: null,
      state: 'opened',
      closed_at: null,
    });
  });

  it('gain and lose single labels', async () => {
    const project = await newProject();
    await create(owner, project, { title: 'one', labels: 'a,b' });
    const labels = async (caller: Principal, body: object) => (await put(caller, project, 1, body)).body.labels;
    expect(await labels(reporter, { add_labels: 'c, a', remove_labels: ['b', 'unknown'] })).toEqual(['a', 'c']);
    expect(await labels(reporter, { remove_labels: 'a' })).toEqual(['c']);
    expect(await labels(reporter, { labels: 'd,e', add_labels: 'f', remove_labels: 'e' })).toEqual(['d', 'f']);
    expect(await labels(reporter, { title: 'same', add_labels: '' })).toEqual(['d', 'f']);
    const known = await app.request(owner, 'GET', `/projects/${project}/labels`);
    expect(known.body.map(({ name }: { name: string }) => name)).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
    const idOf = new Map<string, number>(known.body.map(({ id, name }: { id: number; name: string }) => [name, id]));
    expect((await systemNotes(project)).slice(0, 2)).toEqual([
      `added ~${idOf.get('c')} and removed ~${idOf.get('b')} labels`,
      `removed ~${idOf.get('a')} label`,
    ]);
    await create(guest, project, { title: 'two' });
    expect((await put(guest, project, 2, { add_labels: 'a', title: 'own' })).body).toMatchObject({ labels: [] });
    expect((await put(owner, project, 2, { add_labels: ['x'.repeat(1025)] })).status).toBe(400);
  });

  it('name the user who closed them, until they are opened again', async () => {
    const project = await newProject();
    await create(guest, project, { title: 'one' });
    const closer = async (caller: Principal, event: string) =>
      (await put(caller, project, 1, { state_event: event })).body.closed_by;
    expect(await closer(reporter, 'close')).toMatchObject({ id: reporter.userId, username: 'user-2' });
    expect(await closer(owner, 'close')).toMatchObject({ id: reporter.userId });
    expect((await app.request(owner, 'GET', path(project))).body).toMatchObject([
      { closed_by: { username: 'user-2' } },
    ]);
    expect(await closer(owner, 'reopen')).toBeNull();
    expect(await closer(owner, 'close')).toMatchObject({ id: owner.userId });
  });

  it('say what refers to them, and which of their tasks are done', async () => {
    const group = await seed.group(`around-${++projects}`, 'private');
    const inside = await seed.project(group, 'inside', 'private');
    await seed.projectMember(inside, reporter.userId, 20);
    await create(reporter, inside, { title: 'tasks', description: '- [x] one\n- [ ] two' });
    const full = `around-${projects}/inside#1`;
    const listed = async (url: string) => (await app.request(reporter, 'GET', url)).body[0];
    expect(await listed(path(inside))).toMatchObject({
      references: { short: '#1', relative: '#1', full },
      task_completion_status: { count: 2, completed_count: 1 },
      has_tasks: true,
      _links: { self: expect.stringMatching(/\/issues\/1$/), closed_as_duplicate_of: null },
    });
    expect(await listed(`/groups/${group}/issues`)).toMatchObject({ references: { relative: 'inside#1', full } });
    expect(await listed('/issues?search=tasks')).toMatchObject({ references: { relative: full, full } });
  });

  it('count as open while they are not confidential', async () => {
    const project = await newProject();
    const count = async () => (await app.request(owner, 'GET', `/projects/${project}`)).body.open_issues_count;
    await create(owner, project, { title: 'one' });
    await create(owner, project, { title: 'two', confidential: true });
    expect(await count()).toBe(1);
    await put(owner, project, 2, { confidential: false });
    expect(await count()).toBe(2);
    await put(owner, project, 1, { state_event: 'close' });
    await put(owner, project, 1, { state_event: 'close' });
    expect(await count()).toBe(1);
    expect((await app.request(owner, 'DELETE', path(project, 2))).status).toBe(204);
    expect(await count()).toBe(0);
    expect((await create(owner, project, { title: 'three' })).body.iid).toBe(3);
  });

  it('are confidential: for reporters, authors and assignees', async () => {
    const project = await newProject('public');
    await create(guest, project, { title: 'own', confidential: true });
    await create(owner, project, { title: 'other', confidential: true });
    await put(owner, project, 2, { assignee_ids: [visitor.userId] });
    const seen = async (caller: Principal) =>
      (await app.request(caller, 'GET', path(project))).body.map(({ title }: { title: string }) => title);
    expect(await seen(reporter)).toEqual(['other', 'own']);
    expect(await seen(guest)).toEqual(['own']);
    expect(await seen(visitor)).toEqual(['other']);
    expect((await app.request(guest, 'GET', path(project, 2))).status).toBe(404);
    expect((await put(guest, project, 2, { title: 'x' })).status).toBe(404);
    expect((await app.request(visitor, 'GET', path(project, 2))).status).toBe(200);
    const everywhere = async (caller: Principal) =>
      (await app.request(caller, 'GET', '/issues?scope=all')).body
        .filter(({ project_id }: { project_id: number }) => project_id === project)
        .map(({ title }: { title: string }) => title);
    expect(await everywhere(reporter)).toEqual(['other', 'own']);
    expect(await everywhere(guest)).toEqual(['own']);
    expect(await everywhere(user(5))).toEqual([]);
    expect(await everywhere(user(6, { admin: true }))).toEqual(['other', 'own']);
  });

  it.each<[string, Principal | null, number[]]>([
    // Reads, opens, changes, deletes; on a private project.
    ['anonymous', null, [401, 401, 401, 401]],
    ['a user without membership', visitor, [404, 404, 404, 404]],
    ['a guest', guest, [200, 201, 403, 403]],
    ['a reporter', reporter, [200, 201, 200, 403]],
    ['an owner', owner, [200, 201, 200, 204]],
    ['an admin', user(8, { admin: true }), [200, 201, 200, 204]],
  ])('for %s', async (_, caller, statuses) => {
    if (caller?.admin) await app.claim(caller);
    const project = await newProject();
    await create(owner, project, { title: 'one' });
    const answers = [
      await app.request(caller, 'GET', path(project, 1)),
      await create(caller, project, { title: 'two' }),
      await put(caller, project, 1, { title: 'changed' }),
      await app.request(caller, 'DELETE', path(project, 1)),
    ];
    expect(answers.map(({ status }) => status)).toEqual(statuses);
  });

  it('are changed by their authors and assignees too', async () => {
    const project = await newProject();
    await create(guest, project, { title: 'own' });
    expect(await put(guest, project, 1, { title: 'new', labels: 'x' })).toMatchObject({
      status: 200,
      body: { title: 'new', labels: [] },
    });
    await create(owner, project, { title: 'other', assignee_id: guest.userId });
    expect(await put(guest, project, 2, { state_event: 'close' })).toMatchObject({
      status: 200,
      body: { state: 'closed' },
    });
  });

  it('are subscribed to once, and left once', async () => {
    const project = await newProject();
    await create(owner, project, { title: 'one' });
    const post = (caller: Principal, verb: string) => app.request(caller, 'POST', `${path(project, 1)}/${verb}`);
    expect((await post(owner, 'subscribe')).status).toBe(304);
    expect(await post(guest, 'subscribe')).toMatchObject({ status: 201, body: { subscribed: true } });
    expect((await post(guest, 'subscribe')).status).toBe(304);
    expect(await post(owner, 'unsubscribe')).toMatchObject({ status: 201, body: { subscribed: false } });
  });

  it('are read by their ids by admins', async () => {
    const project = await newProject();
    const { id } = (await create(owner, project, { title: 'one', confidential: true })).body;
    const admin = user(8, { admin: true });
    const found = await app.request(admin, 'GET', `/issues/${id}`);
    expect(found).toMatchObject({ status: 200, body: { id, project_id: project, title: 'one', subscribed: false } });
    expect((await app.request(owner, 'GET', `/issues/${id}`)).status).toBe(403);
    expect((await app.request(null, 'GET', `/issues/${id}`)).status).toBe(401);
    expect((await app.request(admin, 'GET', '/issues/1000000')).status).toBe(404);
  });

  it('show admins from where they were opened', async () => {
    const project = await newProject();
    await create(owner, project, { title: 'one' });
    const url = `${path(project, 1)}/user_agent_detail`;
    const admin = await app.request(user(8, { admin: true }), 'GET', url);
    expect([200, 404]).toContain(admin.status);
    expect((await app.request(owner, 'GET', url)).status).toBe(403);
  });

  it('get numbers of their own, also when many are opened at once', async () => {
    const project = await newProject();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => create(owner, project, { title: `n${index}` })),
    );
    expect(answers.map(({ body }) => body.iid).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 20 }, (_, index) => index + 1),
    );
  });
});
