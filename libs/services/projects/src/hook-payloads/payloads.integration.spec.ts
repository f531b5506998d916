import { randomUUID } from 'node:crypto';
import type { Type } from '@nestjs/common';
import type { ProjectId } from '@hearth/contract-kit';
import type { Delivery } from '@hearth/messaging';
import { OnDeploymentCreated } from '../events/ci/on-deployment-created.js';
import { OnIssueSaved } from '../events/on-issue-saved.js';
import { OnJobsUpdated } from '../events/ci/on-jobs-updated.js';
import { OnMergeRequestCreated } from '../events/on-merge-request-created.js';
import { OnMergeRequestMerged } from '../events/on-merge-request-merged.js';
import { OnMergeRequestUpdated } from '../events/on-merge-request-updated.js';
import { OnMergeRequestNoteSaved } from '../events/on-merge-request-note-saved.js';
import { OnNoteSaved } from '../events/on-note-saved.js';
import { OnCommitCommented } from '../events/on-commit-commented.js';
import { OnPipelineUpdated } from '../events/ci/on-pipeline-updated.js';
import { DeliveriesStore } from '../hook-deliveries/deliveries.store.js';
import { SendDelivery } from '../hook-deliveries/send.js';
import { FakeCi } from '../testing/fake-ci.js';
import { FakeIdentity } from '../testing/fake-identity.js';
import { FakeMergeRequests } from '../testing/fake-merge-requests.js';
import { user } from '../testing/people.js';
import { ProjectsApp } from '../testing/projects-app.js';
import { Seed } from '../testing/seed.js';
import { Payloads } from './payloads.js';

const FROM = 'a'.repeat(40);
const TO = 'b'.repeat(40);
const META = { time: new Date('2018-02-01T10:00:00Z') };
const AT = META.time.toISOString();

describe('payloads of webhooks', () => {
  const app = ProjectsApp.inBlock();
  const owner = user(1, { username: 'ada' });
  let namespace: number;
  let seed: Seed;
  let projects = 0;

  beforeAll(async () => {
    namespace = await app.claim(owner);
    seed = new Seed(app.testDatabase);
    const { cards } = app.get(FakeIdentity);
    for (const [id, username] of [
      [1, 'ada'],
      [2, 'grace'],
    ] as const)
      cards.set(id, { id, username, name: username, state: 'active', avatarPath: null, createdAt: AT });
  });

  /** Makes a project with a hook for one trigger. */
  async function hooked(trigger: string): Promise<{ projectId: ProjectId; hookId: number }> {
    const projectId = await seed.project(namespace, `p${++projects}`, 'private');
    const given = { url: 'https://ci.example.com/hook', push_events: false, [trigger]: true };
    const made = await app.request(owner, 'POST', `/projects/${projectId}/hooks`, given);
    expect(made).toMatchObject({ status: 201, body: { [trigger]: true } });
    return { projectId, hookId: made.body.id };
  }
  type Handler<E> = { handle(event: E, delivery: Delivery): Promise<void> };
  const react = <E>(reaction: Type<Handler<E>>, event: E) =>
    app.database.tx((tx) =>
      app.get<Handler<E>>(reaction).handle(event, { tx, meta: { id: randomUUID(), ...META } } as Delivery),
    );
  /** Returns the payloads of the waiting deliveries of a hook, and forgets these. */
  async function payloadsOf(hookId: number): Promise<Record<string, unknown>[]> {
    const payloads = [];
    for (;;) {
      const delivery = await app.get(DeliveriesStore).first(app.database, hookId);
      if (!delivery) return payloads;
      const body = await app.get(Payloads).bodyOf(delivery);
      payloads.push(JSON.parse(body!) as Record<string, unknown>);
      await app.testDatabase.query('delete from hook_deliveries where id = $1', [delivery.id]);
    }
  }

  function describeMergeRequest(id: number, projectId: ProjectId, fields: object = {}): void {
    app.get(FakeMergeRequests).described.set(id, {
      ...{ id, iid: 7, title: 'Better', description: null, state: 'opened', draft: false, discussionLocked: null },
      ...{ sourceProjectId: projectId, sourceBranch: 'x', targetProjectId: projectId, targetBranch: 'main' },
      ...{ authorId: 1, assigneeIds: [2], reviewerIds: [], labelIds: [], milestoneId: null, headSha: TO },
      ...{ mergeCommitSha: null, mergeStatus: 'unchecked', mergeWhenPipelineSucceeds: false, mergeUserId: null },
      ...{ timeEstimate: 0, timeSpent: 0, createdAt: AT, updatedAt: AT, ...fields },
    });
  }
  const changed = (projectId: ProjectId) => ({
    ...{ projectId, mergeRequestId: 70, iid: 7, sourceProjectId: projectId, sourceBranch: 'x', targetBranch: 'main' },
    ...{ headSha: TO, userId: 1 },
  });

  it('of merge requests have the record, its branches and what changed', async () => {
    const { projectId, hookId } = await hooked('merge_requests_events');
    const label = await app.request(owner, 'POST', `/projects/${projectId}/labels`, { name: 'bug', color: '#ffffff' });
    describeMergeRequest(70, projectId, { labelIds: [label.body.id], timeEstimate: 7200, timeSpent: 900 });
    const data = changed(projectId);
    const updated = { ...data, state: 'opened' } as const;
    await react(OnMergeRequestCreated, data);
    const changes = {
      title: { previous: 'Good', current: 'Better' },
      labelIds: { previous: [], current: [label.body.id] },
    };
    await react(OnMergeRequestUpdated, { ...updated, changed: ['title', 'labels'], changes });
    await react(OnMergeRequestUpdated, { ...updated, changed: ['version'], previousHeadSha: FROM, userId: null });
    await react(OnMergeRequestUpdated, { ...updated, changed: ['merge_when_pipeline_succeeds'] });
    await react(OnMergeRequestUpdated, { ...updated, state: 'closed', changed: ['state'] });
    await react(OnMergeRequestUpdated, { ...updated, changed: ['state'] });
    await react(OnMergeRequestMerged, { ...data, userId: 1, sha: TO, mergeCommit: null, closing: [] });
    await react(OnMergeRequestUpdated, { ...updated, state: 'deleted', changed: ['deleted'] });
    const [opened, renamed, pushed, ...others] = await payloadsOf(hookId);
    const web = `/ada/p${projects}`;
    const labels = [expect.objectContaining({ title: 'bug', type: 'ProjectLabel', project_id: projectId })];
    expect(opened).toMatchObject({
      ...{ object_kind: 'merge_request', event_type: 'merge_request' },
      user: { id: 1, username: 'ada', email: '[REDACTED]' },
      project: { id: projectId, path_with_namespace: `ada/p${projects}` },
      object_attributes: {
        ...{ id: 70, iid: 7, title: 'Better', state: 'opened', state_id: 1, action: 'open', labels, draft: false },
        ...{ source_branch: 'x', target_branch: 'main', assignee_ids: [2], source: { id: projectId } },
        url: expect.stringMatching(`${web}/merge_requests/7$`),
        last_commit: { id: TO, title: 'Add a', author: { name: 'Ada' } },
        ...{ time_estimate: 7200, total_time_spent: 900, human_time_estimate: '2h', human_total_time_spent: '15m' },
      },
      ...{ labels, changes: {}, assignees: [{ username: 'grace' }], reviewers: [] },
      repository: { name: `p${projects}` },
    });
    expect(renamed).toMatchObject({
      object_attributes: { action: 'update' },
      changes: { title: { previous: 'Good', current: 'Better' }, labels: { previous: [], current: labels } },
    });
    expect(pushed).toMatchObject({ user: null, object_attributes: { action: 'update', oldrev: FROM } });
    const actions = others.map(({ object_attributes: attributes }) => (attributes as { action: string }).action);
    expect(actions).toEqual(['close', 'reopen', 'merge']);
  });

  /** Handles the events of this service that its project has published since. */
  async function relay(projectId: ProjectId): Promise<void> {
    const events = await app.testDatabase.query<{ type: string; data: never }>(
      'delete from outbox where key = $1 returning type, data, id',
      [String(projectId)],
    );
    const reactions: Record<string, Type<Handler<never>>> = {
      'projects.issue-saved': OnIssueSaved,
      'projects.note-saved': OnNoteSaved,
    };
    for (const { type, data } of events.toSorted(
      (one, other) => Number(one['id' as never]) - Number(other['id' as never]),
    ))
      if (reactions[type]) await react(reactions[type], data);
  }

  it('of issues have the record and what changed', async () => {
    const { projectId, hookId } = await hooked('issues_events');
    await app.request(owner, 'PUT', `/projects/${projectId}/hooks/${hookId}`, {
      ...{ url: 'https://ci.example.com/hook', confidential_issues_events: false },
    });
    const issues = `/projects/${projectId}/issues`;
    await app.request(owner, 'POST', issues, { title: 'One', labels: 'bug' });
    const put = (changes: object) => app.request(owner, 'PUT', `${issues}/1`, changes);
    await put({ title: 'Two', labels: 'bug,later', due_date: '2018-03-01', assignee_ids: [1] });
    await put({ title: 'Two' });
    await app.request(owner, 'POST', `${issues}/1/add_spent_time`, { duration: '90m' });
    for (const state_event of ['close', 'reopen']) await put({ state_event });
    await app.request(owner, 'POST', issues, { title: 'Secret', confidential: true });
    await relay(projectId);
    const payloads = await payloadsOf(hookId);
    expect(payloads.map(({ object_attributes: about }) => (about as { action: string }).action)).toEqual([
      ...['open', 'update', 'close', 'reopen'],
    ]);
    expect(payloads[1]).toMatchObject({
      ...{ object_kind: 'issue', event_type: 'issue', user: { username: 'ada' }, project: { id: projectId } },
      object_attributes: {
        ...{ iid: 1, title: 'Two', state: 'opened', state_id: 1, confidential: false, due_date: '2018-03-01' },
        ...{ assignee_ids: [1], assignee_id: 1, url: expect.stringMatching(/issues\/1$/) },
        ...{ time_estimate: 0, total_time_spent: 5400, human_time_estimate: null, human_total_time_spent: '1h 30m' },
      },
      labels: [{ title: 'bug' }, { title: 'later' }],
      changes: {
        title: { previous: 'One', current: 'Two' },
        due_date: { previous: null, current: '2018-03-01' },
        labels: { previous: [{ title: 'bug' }], current: [{ title: 'bug' }, { title: 'later' }] },
        assignees: { previous: [], current: [{ username: 'ada' }] },
      },
      ...{ assignees: [{ username: 'ada' }], assignee: { username: 'ada' } },
    });
    expect(payloads[1]!['changes'] as object).not.toHaveProperty('description');
  });

  it('of confidential issues are for their own trigger, also if the issue became one', async () => {
    const { projectId, hookId } = await hooked('issues_events');
    const { body } = await app.request(owner, 'POST', `/projects/${projectId}/issues`, { title: 'One' });
    await relay(projectId);
    await app.request(owner, 'PUT', `/projects/${projectId}/issues/${body.iid}`, { confidential: true });
    const open = await app.get(DeliveriesStore).first(app.database, hookId);
    expect(await app.get(Payloads).bodyOf(open!)).toBe(undefined);
    const url = { url: 'https://ci.example.com/hook' };
    await app.request(owner, 'PUT', `/projects/${projectId}/hooks/${hookId}`, {
      ...url,
      confidential_issues_events: true,
    });
    await app.testDatabase.query('delete from hook_deliveries where hook_id = $1', [hookId]);
    await relay(projectId);
    expect(await payloadsOf(hookId)).toMatchObject([
      { event_type: 'confidential_issue', changes: { confidential: { previous: false, current: true } } },
    ]);
  });

  it('of comments have the record that they are on', async () => {
    const { projectId, hookId } = await hooked('note_events');
    const at = `/projects/${projectId}`;
    await app.request(owner, 'POST', `${at}/issues`, { title: 'One' });
    const { body: note } = await app.request(owner, 'POST', `${at}/issues/1/notes`, { body: 'Hm' });
    await app.request(owner, 'PUT', `${at}/issues/1`, { title: 'A system note' });
    const snippet = { title: 'S', file_name: 's', code: 'x', visibility: 'private' };
    const { id: snippetId } = (await app.request(owner, 'POST', `${at}/snippets`, snippet)).body;
    await app.request(owner, 'POST', `${at}/snippets/${snippetId}/notes`, { body: 'On it' });
    await app.request(owner, 'PUT', `${at}/issues/1/notes/${note.id}`, { body: 'Aha' });
    await app.request(owner, 'POST', `${at}/issues`, { title: 'Secret', confidential: true });
    await app.request(owner, 'POST', `${at}/issues/2/notes`, { body: 'Secret' });
    await relay(projectId);
    describeMergeRequest(70, projectId);
    const mergeRequest = { id: 70, iid: 7, title: 'Better' };
    const noted = { id: 5, mergeRequest, authorId: 2, body: 'Well', createdAt: AT, updatedAt: AT };
    app.get(FakeMergeRequests).notes.set(5, noted);
    const saved = { projectId, mergeRequestId: 70, noteId: 5, userId: 1, action: 'update' } as const;
    await react(OnMergeRequestNoteSaved, saved);
    await react(OnCommitCommented, { projectId, commentId: 8, commitId: TO, authorId: 2 });
    expect(await payloadsOf(hookId)).toMatchObject([
      {
        ...{ object_kind: 'note', event_type: 'note', user: { username: 'ada' }, project_id: projectId },
        object_attributes: {
          ...{ id: note.id, note: 'Aha', noteable_type: 'Issue', action: 'create', system: false },
          url: expect.stringMatching(`issues/1#note_${note.id}$`),
        },
        issue: { iid: 1, title: 'A system note' },
      },
      {
        object_attributes: { note: 'On it', noteable_type: 'Snippet', noteable_id: snippetId },
        snippet: { id: snippetId, content: 'x', visibility_level: 0 },
      },
      { object_attributes: { note: 'Aha', action: 'update' } },
      {
        object_attributes: { note: 'Well', author_id: 2, noteable_type: 'MergeRequest', action: 'update' },
        ...{ user: { username: 'ada' }, merge_request: { iid: 7, source: { id: projectId } } },
      },
      {
        object_attributes: { note: 'nice', noteable_type: 'Commit', commit_id: 'c'.repeat(40), noteable_id: null },
        ...{ user: { username: 'grace' }, commit: { id: 'c'.repeat(40), title: 'Add a' } },
      },
    ]);
  });

  it('of comments on confidential issues are for their own trigger', async () => {
    const { projectId, hookId } = await hooked('confidential_note_events');
    const issues = `/projects/${projectId}/issues`;
    for (const confidential of [false, true]) await app.request(owner, 'POST', issues, { title: 'x', confidential });
    for (const iid of [1, 2]) await app.request(owner, 'POST', `${issues}/${iid}/notes`, { body: `on ${iid}` });
    await relay(projectId);
    expect(await payloadsOf(hookId)).toMatchObject([
      { event_type: 'confidential_note', object_attributes: { note: 'on 2' }, issue: { confidential: true } },
    ]);
  });

  function addPipeline(projectId: ProjectId): void {
    const times = { createdAt: AT, startedAt: AT, finishedAt: AT, duration: 60, queuedDuration: 1 };
    const job = {
      ...{ id: 40, pipelineId: 4, name: 'unit', stage: 'test', status: 'success' as const, when: 'manual' },
      ...{ allowFailure: false, failureReason: null, userId: 2, artifacts: { filename: 'a.zip', size: 7 }, ...times },
      runner: { id: 3, description: 'fast', active: true, isShared: true },
    } as const;
    app.get(FakeCi).pipelines.set(4, {
      ...{
        id: 4,
        iid: 1,
        projectId,
        ref: 'main',
        tag: false,
        sha: TO,
        beforeSha: null,
        status: 'success',
        source: 'push',
      },
      ...{ userId: 1, ...times, jobs: [job, { ...job, id: 41, name: 'lint', runner: null, artifacts: null }] },
    });
  }

  it('of pipelines and jobs have the status of the event, and the jobs as they are', async () => {
    const { projectId, hookId } = await hooked('pipeline_events');
    const given = { url: 'https://ci.example.com/hook', job_events: true };
    const updated = { projectId, jobIds: [40], status: 'pending' as const };
    const selects = () => app.get(OnJobsUpdated).selects([updated, { ...updated, projectId: 0 as ProjectId }]);
    expect(await selects()).toEqual([false, false]);
    await app.request(owner, 'PUT', `/projects/${projectId}/hooks/${hookId}`, given);
    expect(await selects()).toEqual([true, false]);
    addPipeline(projectId);
    await react(OnJobsUpdated, { projectId, jobIds: [40, 41], status: 'pending' });
    await react(OnPipelineUpdated, { projectId, pipelineId: 4, status: 'running' });
    await react(OnJobsUpdated, { projectId, jobIds: [40], status: 'success' });
    await react(OnPipelineUpdated, { projectId, pipelineId: 4, status: 'success' });
    const payloads = await payloadsOf(hookId);
    expect(payloads).toMatchObject([
      {
        ...{
          object_kind: 'build',
          build_id: 40,
          build_status: 'pending',
          build_started_at: null,
          build_duration: null,
        },
        ...{ build_name: 'unit', build_stage: 'test', pipeline_id: 4, ref: 'main', before_sha: '0'.repeat(40) },
        ...{ project_name: `ada / p${projects}`, user: { username: 'grace' }, commit: { id: 4, sha: TO } },
      },
      { build_id: 41, build_status: 'pending', runner: null },
      {
        object_kind: 'pipeline',
        object_attributes: {
          ...{ id: 4, iid: 1, status: 'running', finished_at: null, duration: null, stages: ['test'], source: 'push' },
          url: expect.stringMatching(/pipelines\/4$/),
        },
        ...{ user: { username: 'ada' }, project: { id: projectId }, commit: { id: TO, title: 'Add a' } },
        builds: [
          {
            ...{ id: 40, status: 'success', manual: true, user: { username: 'grace' } },
            ...{ runner: { id: 3, runner_type: 'instance_type' }, artifacts_file: { filename: 'a.zip', size: 7 } },
          },
          { id: 41, runner: null, artifacts_file: { filename: null, size: null } },
        ],
      },
      { build_id: 40, build_status: 'success', build_started_at: AT, build_finished_at: AT, build_duration: 60 },
      { object_attributes: { status: 'success', finished_at: AT, duration: 60 } },
    ]);
  });

  it('of deployments have the environment', async () => {
    const { projectId, hookId } = await hooked('deployment_events');
    await react(OnDeploymentCreated, { projectId, deploymentId: 9 });
    const at = expect.stringMatching(new RegExp(`/ada/p${projects}/-/jobs/40$`)) as string;
    expect(await payloadsOf(hookId)).toMatchObject([
      {
        ...{ object_kind: 'deployment', status: 'success', status_changed_at: AT, deployment_id: 9 },
        ...{ deployable_id: 40, deployable_url: at, environment: 'production', environment_tier: 'production' },
        ...{ ref: 'main', short_sha: 'c'.repeat(8), commit_title: 'Add a', user: { username: 'ada' } },
        ...{ user_url: expect.stringMatching(/ada$/), project: { id: projectId } },
      },
    ]);
  });

  it('are left out where the record is gone, and the next one is sent', async () => {
    const { projectId, hookId } = await hooked('merge_requests_events');
    app.get(FakeMergeRequests).described.clear();
    await react(OnMergeRequestCreated, changed(projectId));
    const { signal } = new AbortController();
    await app.get(SendDelivery).execute({ hookId }, { id: randomUUID(), signal });
    const rows = 'select state, attempts, error from hook_deliveries where hook_id = $1';
    expect(await app.testDatabase.query(rows, [hookId])).toEqual([
      { state: 'failed', attempts: 0, error: 'The record is gone, or no longer for this hook.' },
    ]);
    const [hook] = await app.testDatabase.query('select sending_job from hooks where id = $1', [hookId]);
    expect(hook).toEqual({ sending_job: null });
  });
});
