import { randomUUID } from 'node:crypto';
import type { Type } from '@nestjs/common';
import type { Principal, ProjectId, UserId } from '@hearth/contract-kit';
import type { Delivery } from '@hearth/messaging';
import { OnHeadPipelineFinished } from '../events/on-head-pipeline-finished.js';
import { OnMergeRequestCreated } from '../events/on-merge-request-created.js';
import { OnMergeRequestMerged } from '../events/on-merge-request-merged.js';
import { OnMergeRequestNoteSaved } from '../events/on-merge-request-note-saved.js';
import { OnMergeRequestUpdated } from '../events/on-merge-request-updated.js';
import { FakeMergeRequests } from '../testing/fake-merge-requests.js';
import { BASE_URL, ProjectsApp } from '../testing/projects-app.js';
import { user } from '../testing/people.js';
import { Seed } from '../testing/seed.js';
import { MergeRequestTodos } from './merge-request-todos.js';
import { TrimTodos } from './trim.js';

const AT = '2018-02-01T10:00:00.000Z';

describe('to-do items', () => {
  const app = ProjectsApp.inBlock();
  const owner = user(1, { username: 'ada' });
  const reporter = user(2, { username: 'bob' });
  const guest = user(3, { username: 'carol' });
  const visitor = user(4, { username: 'dan' });
  let namespace: number;
  let seed: Seed;
  let projects = 0;

  beforeAll(async () => {
    namespace = await app.claim(owner);
    for (const person of [reporter, guest, visitor]) await app.claim(person);
    seed = new Seed(app.testDatabase);
  });

  beforeEach(() => app.testDatabase.query('delete from todos'));

  async function newProject(): Promise<ProjectId> {
    const project = await seed.project(namespace, `p${++projects}`, 'private');
    await seed.projectMember(project, reporter.userId, 20);
    await seed.projectMember(project, guest.userId, 10);
    return project;
  }
  async function newIssue(project: ProjectId, given: object = {}): Promise<string> {
    const { body } = await app.request(owner, 'POST', `/projects/${project}/issues`, { title: 'One', ...given });
    return `/projects/${project}/issues/${body.iid}`;
  }
  async function shown(caller: Principal, query = ''): Promise<string[]> {
    const { body } = await app.request(caller, 'GET', `/todos?${query}`);
    return body.map((todo: { action_name: string; body: string }) => `${todo.action_name} ${todo.body}`);
  }

  it('are added by an issue and its comments, once for each reason', async () => {
    const project = await newProject();
    const description = '@bob look\nSo do @carol and @dan.';
    const issue = await newIssue(project, { description, assignee_ids: [reporter.userId] });
    expect(await shown(reporter)).toEqual(['assigned One', 'directly_addressed One']);
    expect([await shown(guest), await shown(visitor), await shown(owner)]).toEqual([['mentioned One'], [], []]);
    await app.request(owner, 'POST', `${issue}/notes`, { body: 'And @carol again' });
    await app.request(owner, 'PUT', issue, { title: 'Two @carol' });
    expect(await shown(guest)).toEqual(['mentioned Two @carol']);
    await app.request(guest, 'POST', '/todos/mark_as_done');
    const { body: other } = await app.request(owner, 'POST', `${issue}/notes`, { body: 'Now @carol' });
    const [todo] = (await app.request(guest, 'GET', '/todos')).body;
    const path = `ada/p${projects}`;
    expect(todo).toEqual({
      id: expect.any(Number),
      project: {
        ...{ id: project, description: null, name: `p${projects}`, path: `p${projects}`, path_with_namespace: path },
        name_with_namespace: expect.stringMatching(new RegExp(` / p${projects}$`)),
        created_at: expect.any(String),
      },
      author: expect.objectContaining({ username: 'ada' }),
      action_name: 'mentioned',
      target_type: 'Issue',
      target: expect.objectContaining({ iid: 1, title: 'Two @carol' }),
      target_url: `${BASE_URL}/${path}/issues/1?note=${other.id}#note_${other.id}`,
      body: 'Now @carol',
      state: 'pending',
      created_at: expect.any(String),
      updated_at: todo.created_at,
    });
    await app.request(guest, 'POST', '/todos/mark_as_done');
    await app.request(owner, 'PUT', `${issue}/notes/${other.id}`, { body: 'Once more @carol' });
    expect(await shown(guest)).toEqual([]);
  });

  it('are done when their owner acts on the issue', async () => {
    const project = await newProject();
    const issue = await newIssue(project, { assignee_ids: [reporter.userId, guest.userId] });
    for (const change of [{ state_event: 'close' }, { assignee_ids: [guest.userId] }, { title: 'Two' }]) {
      expect(await shown(reporter)).toHaveLength(1);
      await app.request(reporter, 'PUT', issue, change);
      expect(await shown(reporter)).toEqual([]);
      await app.request(reporter, 'POST', `${issue}/todo`);
    }
    await app.request(reporter, 'POST', `${issue}/notes`, { body: 'Mine, @bob' });
    expect(await shown(reporter)).toEqual(['mentioned Mine, @bob']);
    expect(await shown(guest)).toEqual(['assigned Two']);
    await app.request(owner, 'DELETE', issue);
    expect([await shown(guest), await shown(guest, 'state=done')]).toEqual([[], []]);
  });

  it('are marked by their owner, and as done', async () => {
    const project = await newProject();
    const issue = await newIssue(project);
    const marked = await app.request(reporter, 'POST', `${issue}/todo`);
    expect(marked).toMatchObject({ status: 201, body: { action_name: 'marked', body: 'One', state: 'pending' } });
    expect((await app.request(reporter, 'POST', `${issue}/todo`)).status).toBe(304);
    const at = `/todos/${marked.body.id}/mark_as_done`;
    expect(await app.request(guest, 'POST', at)).toMatchObject({ status: 404, body: { message: '404 Not found' } });
    for (const time of ['first', 'second']) {
      const { status, body } = await app.request(reporter, 'POST', at);
      expect([time, status, body.state]).toEqual([time, 201, 'done']);
    }
    expect([await shown(reporter), await shown(reporter, 'state=done')]).toEqual([[], ['marked One']]);
    await app.request(reporter, 'POST', `${issue}/todo`);
    const all = await app.request(reporter, 'POST', '/todos/mark_as_done');
    expect([all.status, await shown(reporter)]).toEqual([204, []]);
    expect((await app.request(reporter, 'POST', `/projects/${project}/issues/9/todo`)).status).toBe(404);
    expect((await app.request(visitor, 'POST', `${issue}/todo`)).status).toBe(404);
    expect((await app.request(null, 'GET', '/todos')).status).toBe(401);
  });

  it('are shown as long as their owner can read the target', async () => {
    const project = await newProject();
    await newIssue(project, { title: 'Secret', confidential: true, description: '@bob @carol' });
    await newIssue(project, { title: 'Open', description: '@bob @carol' });
    expect(await shown(reporter)).toEqual(['directly_addressed Open', 'directly_addressed Secret']);
    expect(await shown(guest)).toEqual(['directly_addressed Open']);
    await app.testDatabase.query('update projects set issues_access_level = $2 where id = $1', [project, 'disabled']);
    expect(await shown(reporter)).toEqual([]);
    await app.testDatabase.query('update projects set issues_access_level = $2 where id = $1', [project, 'private']);
    expect(await shown(guest)).toEqual(['directly_addressed Open']);
    await app.testDatabase.query('delete from project_members where project_id = $1', [project]);
    expect([await shown(reporter), await shown(guest)]).toEqual([[], []]);
  });

  it('are filtered, in pages', async () => {
    const group = await seed.group('team');
    await seed.namespaceMember(group, owner.userId, 50);
    const [inGroup, other] = [await seed.project(group, 'g', 'private'), await newProject()];
    for (const project of [inGroup, other])
      for (const title of ['A', 'B']) await app.request(owner, 'POST', `${await newIssue(project, { title })}/todo`);
    expect(await shown(owner)).toEqual(['marked B', 'marked A', 'marked B', 'marked A']);
    for (const query of [`project_id=${inGroup}`, `group_id=${group}`, `author_id=1&project_id=${other}`])
      expect([query, await shown(owner, query)]).toEqual([query, ['marked B', 'marked A']]);
    for (const query of ['action=build_failed', 'type=MergeRequest', 'type=Epic', 'author_id=2', 'state=done'])
      expect([query, await shown(owner, query)]).toEqual([query, []]);
    expect(await shown(owner, 'action=marked&type=Issue&per_page=1&page=4')).toEqual(['marked A']);
    const { headers } = await app.exchange(owner, 'GET', '/todos?per_page=3');
    expect(headers['x-total']).toBe('4');
    const bad = await app.request(owner, 'GET', '/todos?action=danced');
    expect(bad).toMatchObject({ status: 400, body: { error: 'action does not have a valid value' } });
  });

  describe('on merge requests', () => {
    type Handler<E> = { handle(event: E, delivery: Delivery): Promise<void> };
    const react = <E>(reaction: Type<Handler<E>>, event: E) =>
      app.database.tx((tx) =>
        app.get<Handler<E>>(reaction).handle(event, { tx, meta: { id: randomUUID(), time: new Date() } } as Delivery),
      );
    const changed = { sourceBranch: 'x', targetBranch: 'main', headSha: null, userId: owner.userId };

    async function newMergeRequest() {
      const project = await newProject();
      const [mergeRequestId, iid] = [70 + projects, 7];
      const branches = { sourceBranch: 'x', targetBranch: 'main', sourceProjectId: project, targetProjectId: project };
      const times = { createdAt: AT, updatedAt: AT };
      const people = { authorId: owner.userId, assigneeIds: [] as UserId[] };
      const shared = { ...branches, ...times, ...people, id: mergeRequestId, iid, title: 'Better', headSha: null };
      const fake = app.get(FakeMergeRequests);
      fake.summaries.push({ ...shared, description: null, state: 'opened', draft: false });
      const event = { ...changed, projectId: project, sourceProjectId: project, mergeRequestId, iid };
      return { project, mergeRequestId, event, fake, shared };
    }
    const record = (project: ProjectId, mergeRequestId: number, noteId: number | null) =>
      app.get(MergeRequestTodos).record({ projectId: project, mergeRequestId, userId: owner.userId, noteId });

    it('are added for those who are named in it, assigned or asked for a review', async () => {
      const { project, mergeRequestId, fake, shared, event } = await newMergeRequest();
      fake.described.set(mergeRequestId, {
        ...shared,
        ...{ description: '@bob please', state: 'opened', assigneeIds: [2, 4], reviewerIds: [2], labelIds: [] },
        ...{ milestoneId: null, mergeCommitSha: null, mergeStatus: 'unchecked', mergeWhenPipelineSucceeds: false },
        ...{ mergeUserId: null, draft: false, discussionLocked: null, timeEstimate: 0, timeSpent: 0 },
      });
      await react(OnMergeRequestCreated, event);
      for (const time of [1, 2]) {
        await record(project, mergeRequestId, null);
        const all = ['directly_addressed Better', 'review_requested Better', 'assigned Better'];
        expect([time, await shown(reporter)]).toEqual([time, all]);
      }
      expect(await shown(visitor)).toEqual([]);
      const mergeRequest = { id: mergeRequestId, iid: 7, title: 'Better' };
      fake.notes.set(5, { ...{ id: 5, mergeRequest, authorId: 1, body: 'Well, @bob' }, createdAt: AT, updatedAt: AT });
      await record(project, mergeRequestId, 5);
      const [newest] = (await app.request(reporter, 'GET', '/todos')).body;
      const web_url = `${BASE_URL}/ada/p${projects}/merge_requests/7`;
      expect(newest).toMatchObject({
        ...{ action_name: 'mentioned', target_type: 'MergeRequest', body: 'Well, @bob' },
        target_url: `${web_url}?note=5#note_5`,
        target: { id: mergeRequestId, iid: 7, project_id: project, title: 'Better', state: 'opened', web_url },
      });
    });

    it('follow its changes', async () => {
      const { project, mergeRequestId, event } = await newMergeRequest();
      const at = `/projects/${project}/merge_requests/7/todo`;
      const update = (userId: number | null, names: string[], changes: object = {}) =>
        react(OnMergeRequestUpdated, { ...event, userId, state: 'opened', changed: names, changes });
      const assigneeIds = { previous: [3], current: [2, 3] };
      await update(1, ['assignees'], { assigneeIds, description: { previous: null, current: 'See @bob' } });
      expect(await shown(reporter)).toEqual(['mentioned Better', 'assigned Better']);
      await update(1, ['version']);
      await update(null, ['merge_status']);
      expect(await shown(reporter)).toHaveLength(2);
      await update(2, ['version']);
      expect(await shown(reporter)).toEqual([]);
      await update(1, ['reviewers'], { reviewerIds: { previous: [], current: [2] } });
      const noted = { projectId: project, mergeRequestId, noteId: 5, userId: reporter.userId };
      await react(OnMergeRequestNoteSaved, { ...noted, action: 'update' });
      expect(await shown(reporter)).toEqual(['review_requested Better']);
      await react(OnMergeRequestNoteSaved, { ...noted, action: 'create' });
      expect(await shown(reporter)).toEqual([]);
      expect((await app.request(reporter, 'POST', at)).status).toBe(201);
      expect((await app.request(reporter, 'POST', at)).status).toBe(304);
      expect((await app.request(guest, 'POST', at)).status).toBe(403);
      expect((await app.request(reporter, 'POST', `/projects/${project}/merge_requests/8/todo`)).status).toBe(404);
      await react(OnMergeRequestMerged, {
        ...event,
        sha: 'a',
        mergeCommit: null,
        closing: [],
        userId: reporter.userId,
      });
      expect([await shown(reporter), await shown(reporter, 'type=MergeRequest&state=done')]).toEqual([
        [],
        ['marked Better', 'review_requested Better', 'mentioned Better', 'assigned Better'],
      ]);
      await update(1, ['deleted']);
      expect(await shown(reporter, 'state=done')).toEqual([]);
    });

    it('are added when its pipeline fails, until it succeeds', async () => {
      const { project: projectId, mergeRequestId } = await newMergeRequest();
      const finished = (status: 'success' | 'failed') =>
        react(OnHeadPipelineFinished, { projectId, mergeRequestId, status, userIds: [1, 2, 4] });
      for (const time of [1, 2]) {
        await finished('failed');
        expect([time, await shown(owner), await shown(visitor)]).toEqual([time, ['build_failed Better'], []]);
      }
      const [todo] = (await app.request(reporter, 'GET', '/todos?action=build_failed')).body;
      expect(todo).toMatchObject({ author: { username: 'bob' }, target: { id: mergeRequestId } });
      await finished('success');
      expect(await shown(owner)).toEqual([]);
    });

    it('are hidden from guests of a private project', async () => {
      const { project, mergeRequestId } = await newMergeRequest();
      await app.testDatabase.query(
        `insert into todos (user_id, author_id, project_id, action, merge_request_id) values (3, 1, $1, 'assigned', $2)`,
        [project, mergeRequestId],
      );
      expect(await shown(guest)).toEqual([]);
      await app.testDatabase.query(`update project_members set level = 20 where project_id = $1`, [project]);
      expect(await shown(guest)).toEqual(['assigned Better']);
    });
  });

  it('are deleted with their user', async () => {
    const project = await newProject();
    await newIssue(project, { description: '@bob @carol' });
    await app.request(reporter, 'POST', `/projects/${project}/issues/1/notes`, { body: '@carol' });
    await app.get(TrimTodos).ofUser({ userId: reporter.userId }, { signal: new AbortController().signal });
    expect(await app.testDatabase.query('select user_id from todos')).toEqual([{ user_id: guest.userId }]);
  });
});
