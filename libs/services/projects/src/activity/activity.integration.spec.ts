import { randomUUID } from 'node:crypto';
import type { Type } from '@nestjs/common';
import type { Principal, ProjectId } from '@hearth/contract-kit';
import { startJobs } from '@hearth/jobs';
import type { Delivery } from '@hearth/messaging';
import { waitFor } from '@hearth/testing';
import { OnCommitCommented } from '../events/on-commit-commented.js';
import { OnMergeRequestCreated } from '../events/on-merge-request-created.js';
import { OnMergeRequestMerged } from '../events/on-merge-request-merged.js';
import { OnMergeRequestNoteSaved } from '../events/on-merge-request-note-saved.js';
import { OnMergeRequestUpdated } from '../events/on-merge-request-updated.js';
import { OnRefUpdated } from '../events/on-ref-updated.js';
import { FakeMergeRequests } from '../testing/fake-merge-requests.js';
import { user } from '../testing/people.js';
import { ProjectsApp } from '../testing/projects-app.js';
import { Seed } from '../testing/seed.js';
import { RecordPush } from './record-push.js';
import { TrimActivities } from './trim.js';

const FROM = 'a'.repeat(40);
const TO = 'b'.repeat(40);
const META = { time: new Date('2018-02-01T10:00:00Z') };
const AT = META.time.toISOString();

describe('activities', () => {
  const app = ProjectsApp.inBlock();
  const owner = user(1, { username: 'ada' });
  const guest = user(2);
  const visitor = user(3);
  let namespace: number;
  let seed: Seed;
  let projects = 0;

  beforeAll(async () => {
    namespace = await app.claim(owner);
    for (const person of [guest, visitor]) await app.claim(person);
    seed = new Seed(app.testDatabase);
  });

  beforeEach(() => app.testDatabase.query('delete from activity_events'));

  async function newProject(visibility: 'private' | 'public' = 'private'): Promise<ProjectId> {
    const project = await seed.project(namespace, `p${++projects}`, visibility);
    await seed.projectMember(project, guest.userId, 10);
    return project;
  }
  const mergeRequest = { iid: 7, sourceBranch: 'x', targetBranch: 'main', headSha: TO, userId: 1 };
  type Handler<E> = { handle(event: E, delivery: Delivery): Promise<void> };
  const react = <E>(reaction: Type<Handler<E>>, event: E) =>
    app.database.tx((tx) =>
      app.get<Handler<E>>(reaction).handle(event, { tx, meta: { id: randomUUID(), ...META } } as Delivery),
    );
  async function recordPush(projectId: ProjectId, change: object = {}): Promise<void> {
    const push = { projectId, userId: owner.userId, sequence: 1, ref: 'refs/heads/main', oldId: FROM, newId: TO };
    await app.get(RecordPush).execute({ ...push, defaultBranch: 'main', occurredAt: AT, ...change });
  }
  const list = async (caller: Principal | null, path: string) => (await app.request(caller, 'GET', path)).body;
  const shown = async (caller: Principal | null, path: string) =>
    (await list(caller, path)).map((event: Record<string, unknown>) =>
      [event['action_name'], event['target_type'], event['target_title']].join(),
    );

  it('are recorded with the changes of this service', async () => {
    const made = await app.request(owner, 'POST', '/projects', { name: 'fresh' });
    const at = `/projects/${made.body.id}`;
    await app.request(owner, 'POST', `${at}/members`, { user_id: guest.userId, access_level: 30 });
    await app.request(owner, 'POST', `${at}/issues`, { title: 'One' });
    for (const state_event of ['close', 'reopen']) await app.request(owner, 'PUT', `${at}/issues/1`, { state_event });
    await app.request(owner, 'PUT', `${at}/issues/1`, { title: 'Two' });
    await app.request(guest, 'POST', `${at}/issues/1/notes`, { body: 'A comment' });
    const snippet = { title: 'S', file_name: 's', code: 'x', visibility: 'private' };
    const { body: made1 } = await app.request(owner, 'POST', `${at}/snippets`, snippet);
    await app.request(owner, 'POST', `${at}/snippets/${made1.id}/notes`, { body: 'On it' });
    const { body: milestone } = await app.request(owner, 'POST', `${at}/milestones`, { title: 'v1' });
    await app.request(owner, 'PUT', `${at}/milestones/${milestone.id}`, { state_event: 'close' });
    await app.request(owner, 'DELETE', `${at}/milestones/${milestone.id}`);
    await app.request(owner, 'DELETE', `${at}/members/${guest.userId}`);
    expect(await shown(owner, `${at}/events?sort=asc`)).toEqual([
      'created,,',
      'joined,,',
      'opened,Issue,Two',
      'closed,Issue,Two',
      'opened,Issue,Two',
      'commented on,Note,Two',
      'commented on,Note,S',
      'opened,Milestone,',
      'closed,Milestone,',
      'destroyed,Milestone,',
      'left,,',
    ]);
    const [comment] = await list(owner, `${at}/events?target_type=note`).then((all) => all.slice(1));
    expect(comment).toEqual({
      id: expect.any(Number),
      project_id: made.body.id,
      action_name: 'commented on',
      target_id: expect.any(Number),
      target_iid: comment.target_id,
      target_type: 'Note',
      author_id: guest.userId,
      target_title: 'Two',
      created_at: expect.any(String),
      author: expect.objectContaining({ username: 'user-2' }),
      author_username: 'user-2',
      note: expect.objectContaining({
        id: comment.target_id,
        body: 'A comment',
        noteable_type: 'Issue',
        noteable_iid: 1,
      }),
    });
    expect(comment.note.author).not.toHaveProperty('email');
    await app.request(owner, 'DELETE', `${at}/issues/1`);
    expect(await shown(owner, `${at}/events?target_type=issue`)).toEqual([]);
  });

  it('are recorded from the events of other services, with the records as they are now', async () => {
    const project = await newProject();
    const { cards, notes } = app.get(FakeMergeRequests);
    const card = { id: 70, iid: 7, title: 'Better' };
    cards.set(70, card);
    notes.set(5, { id: 5, mergeRequest: card, authorId: 2, body: 'Well', createdAt: AT, updatedAt: AT });
    const data = { ...mergeRequest, projectId: project, mergeRequestId: 70, sourceProjectId: project };
    await react(OnMergeRequestCreated, data);
    for (const state of ['closed', 'opened'] as const)
      await react(OnMergeRequestUpdated, { ...data, state, changed: ['state'] });
    await react(OnMergeRequestUpdated, { ...data, state: 'opened', changed: ['title'] });
    const noted = { projectId: project, mergeRequestId: 70, noteId: 5, userId: guest.userId };
    for (const action of ['create', 'update'] as const) await react(OnMergeRequestNoteSaved, { ...noted, action });
    await react(OnCommitCommented, { projectId: project, commentId: 8, commitId: TO, authorId: owner.userId });
    await react(OnMergeRequestMerged, { ...data, sha: TO, mergeCommit: null, closing: [], userId: owner.userId });
    await react(OnMergeRequestCreated, { ...data, mergeRequestId: 71 });
    expect(await shown(owner, `/projects/${project}/events?sort=asc`)).toEqual([
      'opened,MergeRequest,Better',
      'closed,MergeRequest,Better',
      'opened,MergeRequest,Better',
      'commented on,Note,Better',
      'commented on,DiffNote,',
      'accepted,MergeRequest,Better',
    ]);
    const [commented, note] = await list(owner, `/projects/${project}/events?action=commented`);
    expect(commented).toMatchObject({ note: { body: 'nice', noteable_id: null, commit_id: 'c'.repeat(40) } });
    expect(note).toMatchObject({ created_at: AT, note: { body: 'Well', noteable_id: 70, noteable_iid: 7 } });
  });

  it('have pushes with their commits, each once', async () => {
    const project = await newProject();
    const change = {
      projectId: project,
      pushId: randomUUID(),
      via: 'http',
      defaultBranch: 'main',
      occurredAt: AT,
    } as const;
    const moved = { ...change, ref: 'refs/heads/main', oldId: FROM, newId: TO, userId: owner.userId, sequence: 1 };
    const jobs = startJobs(app.app);
    try {
      await react(OnRefUpdated, moved);
      await react(OnRefUpdated, { ...moved, via: 'import', sequence: 2 });
      await react(OnRefUpdated, { ...moved, ref: 'refs/merge-requests/1/head', sequence: 3 });
      await react(OnRefUpdated, { ...moved, userId: null, sequence: 4 });
      await waitFor('the push', async () => (await list(owner, '/events?action=pushed')).length === 1);
    } finally {
      await jobs.stop();
    }
    await recordPush(project);
    await recordPush(project, { sequence: 5, ref: 'refs/tags/v1', oldId: null });
    await recordPush(project, { sequence: 6, newId: null });
    const events = await list(owner, '/events?sort=asc');
    expect(events.map(({ action_name: name }: { action_name: string }) => name)).toEqual([
      'pushed to',
      'pushed new',
      'deleted',
    ]);
    expect(events.map(({ push_data: data }: { push_data: object }) => data)).toEqual([
      {
        ...{ commit_count: 1, action: 'pushed', ref_type: 'branch', commit_from: FROM, commit_to: TO, ref: 'main' },
        ...{ commit_title: 'Add a', ref_count: null },
      },
      {
        ...{ commit_count: 1, action: 'created', ref_type: 'tag', commit_from: null, commit_to: TO, ref: 'v1' },
        ...{ commit_title: 'Add a', ref_count: null },
      },
      {
        ...{ commit_count: 0, action: 'removed', ref_type: 'branch', commit_from: FROM, commit_to: null, ref: 'main' },
        ...{ commit_title: null, ref_count: null },
      },
    ]);
  });

  it('are visible as far as what they are about', async () => {
    const [open, closed] = [await newProject('public'), await newProject()];
    const { cards } = app.get(FakeMergeRequests);
    cards.set(70, { id: 70, iid: 7, title: 'Better' });
    for (const project of [open, closed]) {
      await recordPush(project);
      await react(OnMergeRequestCreated, {
        ...mergeRequest,
        projectId: project,
        mergeRequestId: 70,
        sourceProjectId: project,
      });
      await app.request(owner, 'POST', `/projects/${project}/issues`, { title: 'Open' });
      await app.request(owner, 'POST', `/projects/${project}/issues`, { title: 'Secret', confidential: true });
    }
    const [push, request, issue] = ['pushed to,,', 'opened,MergeRequest,Better', 'opened,Issue,Open'];
    const secret = 'opened,Issue,Secret';
    const everything = [push, request, issue, secret].sort();
    const of = async (caller: Principal | null, path: string) => (await shown(caller, path)).sort();
    expect(await of(owner, `/projects/${closed}/events`)).toEqual(everything);
    expect(await of(guest, `/projects/${closed}/events`)).toEqual([issue]);
    expect((await app.request(visitor, 'GET', `/projects/${closed}/events`)).status).toBe(404);
    expect(await of(visitor, `/projects/${open}/events`)).toEqual([push, request, issue].sort());
    expect(await of(null, `/projects/${open}/events`)).toEqual([push]);
    const byAda = '/users/ada/events';
    expect(await of(owner, byAda)).toHaveLength(8);
    expect(await of(guest, byAda)).toEqual([push, request, issue, issue].sort());
    expect(await of(visitor, byAda)).toEqual([push, request, issue].sort());
    expect(await of(null, byAda)).toEqual([push]);
    expect(await of(owner, '/events')).toHaveLength(8);
    expect([await of(guest, '/events'), await of(visitor, '/events?scope=all')]).toEqual([[], []]);
    expect(await of(guest, '/events?scope=all')).toEqual([push, request, issue, issue].sort());
    await app.testDatabase
      .query(`update projects set repository_access_level = 'private', issues_access_level = 'disabled'
      where id = ${open}`);
    expect(await of(visitor, byAda)).toEqual([]);
    expect(await of(guest, byAda)).toEqual([push, request, issue].sort());
    expect((await app.request(null, 'GET', '/events')).status).toBe(401);
    expect((await app.request(null, 'GET', '/users/unknown/events')).status).toBe(404);
  });

  it('are filtered by day, in pages', async () => {
    const project = await newProject();
    for (const day of [1, 2, 3, 4])
      await recordPush(project, { sequence: day, ref: `refs/heads/b${day}`, occurredAt: `2018-02-0${day}T23:30:00Z` });
    const refs = async (query: string) =>
      (await list(owner, `/projects/${project}/events?${query}`)).map(
        ({ push_data: data }: { push_data: { ref: string } }) => data.ref,
      );
    expect(await refs('after=2018-02-01&before=2018-02-04')).toEqual(['b3', 'b2']);
    expect(await refs('per_page=2&page=2')).toEqual(['b2', 'b1']);
    const { headers } = await app.exchange(owner, 'GET', `/projects/${project}/events?per_page=3`);
    expect(headers['x-total']).toBe('4');
    const bad = await app.request(owner, 'GET', `/projects/${project}/events?action=danced`);
    expect(bad).toMatchObject({ status: 400, body: { error: 'action does not have a valid value' } });
  });

  it('are deleted when they are old, and with their user', async () => {
    const project = await newProject();
    await recordPush(project);
    await recordPush(project, { sequence: 2, occurredAt: new Date().toISOString() });
    await recordPush(project, { sequence: 3, userId: guest.userId, occurredAt: new Date().toISOString() });
    const { signal } = new AbortController();
    await app.get(TrimActivities).execute({}, { signal });
    expect(await list(owner, `/projects/${project}/events`)).toHaveLength(2);
    await app.get(TrimActivities).ofUser({ userId: guest.userId }, { signal });
    expect(await list(owner, `/projects/${project}/events`)).toHaveLength(1);
  });
});
