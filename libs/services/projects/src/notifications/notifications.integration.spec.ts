import { randomUUID } from 'node:crypto';
import type { Type } from '@nestjs/common';
import { OwnAddress } from '@hearth/config';
import type { ProjectId } from '@hearth/contract-kit';
import type { JobDataOf } from '@hearth/jobs';
import type { Delivery } from '@hearth/messaging';
import { OnPipelineUpdated } from '../events/ci/on-pipeline-updated.js';
import { OnIssueSaved } from '../events/on-issue-saved.js';
import { OnMergeRequestMerged } from '../events/on-merge-request-merged.js';
import { OnMergeRequestNoteSaved } from '../events/on-merge-request-note-saved.js';
import { OnNoteSaved } from '../events/on-note-saved.js';
import type { NotifyJob, SendDigestJob, SendNotificationJob } from '../jobs.js';
import { PageBrowser } from '@hearth/testing';
import { FakeCi } from '../testing/fake-ci.js';
import { FakeIdentity } from '../testing/fake-identity.js';
import { FakeMergeRequests } from '../testing/fake-merge-requests.js';
import { user } from '../testing/people.js';
import { ProjectsApp } from '../testing/projects-app.js';
import { Seed } from '../testing/seed.js';
import { DigestsStore } from '../notification-digests/digests.store.js';
import { QueueDigests } from '../notification-digests/queue-digests.js';
import { SendDigest } from '../notification-digests/send-digest.js';
import { NotifyUsers } from './notify.js';
import { SendNotification } from './send.js';

const BASE = 'https://git.example.org';
const AT = '2018-02-01T10:00:00.000Z';

describe('mails', () => {
  const app = ProjectsApp.inBlock(undefined, [{ provider: OwnAddress, by: new OwnAddress(BASE) }]);
  const ada = user(1, { username: 'ada', name: 'Ada' });
  const bob = user(2, { username: 'bob', name: 'Bob' });
  const carol = user(3, { username: 'carol', name: 'Carol' });
  const dan = user(4, { username: 'dan', name: 'Dan' });
  let identity: FakeIdentity;
  let seed: Seed;
  let namespace: number;
  let projects = 0;

  beforeAll(async () => {
    namespace = await app.claim(ada);
    for (const person of [bob, carol, dan]) await app.claim(person);
    seed = new Seed(app.testDatabase);
    identity = app.get(FakeIdentity);
    identity.settings = { ...identity.settings, sendsMail: true };
    for (const { userId: id, username, name } of [ada, bob, carol, dan])
      identity.cards.set(id, { id, username, name, state: 'active', avatarPath: null, createdAt: AT });
  });

  beforeEach(async () => {
    identity.users.splice(0, Infinity, ada, bob, carol, dan);
    await app.testDatabase.query('delete from notification_settings');
    await app.testDatabase.query('delete from digest_entries');
    await app.testDatabase.query('delete from outbox');
    await app.testDatabase.query('delete from projects_jobs.job');
  });

  async function newProject(): Promise<ProjectId> {
    const project = await seed.project(namespace, `m${++projects}`, 'private');
    for (const { userId } of [bob, carol]) await seed.projectMember(project, userId, 20);
    return project;
  }
  async function newIssue(project: ProjectId, given: object = {}): Promise<string> {
    const { body } = await app.request(ada, 'POST', `/projects/${project}/issues`, { title: 'One', ...given });
    return `/projects/${project}/issues/${body.iid}`;
  }
  const choose = (person: typeof ada, project: ProjectId, level: string) =>
    app.request(person, 'PUT', `/projects/${project}/notification_settings`, { level });

  /** Delivers the events of issues and notes, and runs the jobs that choose recipients. */
  async function deliver(): Promise<void> {
    const events = await app.testDatabase.query<{ id: string; type: string; data: never }>(
      `delete from outbox where type in ('projects.issue-saved', 'projects.note-saved') returning event_id as id, type, data`,
    );
    for (const { id, type, data } of events) {
      if (type === 'projects.note-saved') await hear(OnNoteSaved, data, id);
      else await hear(OnIssueSaved, data, id);
    }
  }
  type Handler<Data> = { handle(data: Data, delivery: Delivery): Promise<void> };
  async function hear<Data>(handler: Type<Handler<Data>>, data: Data, id: string = randomUUID()): Promise<void> {
    const meta = { id, time: AT } as unknown as Delivery['meta'];
    await app.database.tx((tx) => app.get(handler).handle(data, { tx, meta }));
    for (const job of await jobs<JobDataOf<typeof NotifyJob>>('notify')) await app.get(NotifyUsers).execute(job);
  }
  async function jobs<Data>(name: string): Promise<Data[]> {
    const rows = await app.testDatabase.query<{ data: { data: Data } }>(
      'delete from projects_jobs.job where name = $1 returning data',
      [name],
    );
    return rows.map(({ data }) => data.data);
  }
  /** Sends the queued mails. @returns `user: subject` of each */
  async function sent(): Promise<string[]> {
    await deliver();
    identity.mails.length = 0;
    for (const job of await jobs<JobDataOf<typeof SendNotificationJob>>('send-notification'))
      await app.get(SendNotification).execute(job);
    return identity.mails.map(({ userId, subject }) => `${userId}: ${subject}`).toSorted();
  }

  it('reach assignees and mentioned users of a new issue, but not its author', async () => {
    const project = await newProject();
    await newIssue(project, { description: 'Look, @bob, @carol and @ada and @dan', assignee_ids: [bob.userId] });
    expect(await sent()).toEqual([`2: m${projects} | One (#1)`, `3: m${projects} | One (#1)`]);
    const [toBob, toCarol] = identity.mails.toSorted((one, other) => one.userId - other.userId);
    expect(toBob!.headers).toMatchObject({
      'X-GitLab-Project': `m${projects}`,
      'X-GitLab-Project-Path': `ada/m${projects}`,
      'X-GitLab-Issue-IID': '1',
      'X-GitLab-NotificationReason': 'assigned',
      'List-Id': `ada/m${projects} <${project}.m${projects}.ada.git.example.org>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    });
    expect(toCarol!.headers['X-GitLab-NotificationReason']).toBe('mentioned');
    expect(toBob).toMatchObject({ sender: 'Ada', inReplyTo: null });
    expect(toBob!.messageId).toMatch(/^<issue_\d+@git\.example\.org>$/);
    expect(toBob!.text).toContain(
      'Ada opened issue #1 (One).\n\nLook, @bob, @carol and @ada and @dan\n\nAssignees: Bob\n\n-- \n',
    );
    expect(toBob!.text).toContain(`View or answer it: ${BASE}/ada/m${projects}/-/issues/1\n`);
    expect(toBob!.html).toContain(`<p>Look, <a href="${BASE}/bob">@bob</a>,`);
    expect(toBob!.html).toContain(`<a href="${BASE}/ada/m${projects}/-/issues/1" style=`);
    expect(toBob!.html).not.toMatch(/<(?:img|link|script|style)|href="\/|src=/);
  });

  it('are answers in the thread of the issue, to participants and watchers', async () => {
    const project = await newProject();
    const issue = await newIssue(project, { assignee_ids: [bob.userId] });
    await sent();
    const thread = identity.mails[0]!.messageId;
    await choose(carol, project, 'watch');
    const { body: note } = await app.request(ada, 'POST', `${issue}/notes`, { body: 'Ready?' });
    const subject = `Re: m${projects} | One (#1)`;
    expect(await sent()).toEqual([`2: ${subject}`, `3: ${subject}`]);
    expect(identity.mails[0]).toMatchObject({
      inReplyTo: thread,
      messageId: `<issue_note_${note.id}@git.example.org>`,
    });
    expect(identity.mails[0]!.text).toContain('Ada commented on issue #1 (One):\n\nReady?\n');
    const [, link] = / answer it: (\S+)\n/.exec(identity.mails[0]!.text)!;
    expect(link).toBe(`${BASE}/ada/m${projects}/-/issues/1?note=${note.id}#note_${note.id}`);
    await app.request(bob, 'PUT', issue, { state_event: 'close', assignee_ids: [carol.userId] });
    expect(await sent()).toEqual([`1: ${subject}`, `3: ${subject}`]);
    expect(identity.mails[0]!.text).toMatch(/^Bob closed issue #1/);
    await app.request(bob, 'POST', `${issue}/unsubscribe`);
    await choose(carol, project, 'disabled');
    await app.request(ada, 'POST', `${issue}/notes`, { body: 'Thanks @carol' });
    expect(await sent()).toEqual([]);
    await app.request(ada, 'PUT', issue, { description: 'See @bob' });
    expect(await sent()).toEqual([`2: ${subject}`]);
  });

  it('obey the setting of the project, then of the group, then of the instance', async () => {
    const group = await seed.group(`g${++projects}`);
    for (const { userId } of [ada, bob, carol, dan]) await seed.namespaceMember(group, userId, 30);
    const project = await seed.project(group, 'inside', 'private');
    const put = (person: typeof ada, path: string, level: string) =>
      app.request(person, 'PUT', `${path}/notification_settings`, { level });
    await put(bob, '', 'watch');
    await put(carol, '', 'watch');
    await put(carol, `/groups/${group}`, 'participating');
    await put(dan, `/groups/${group}`, 'watch');
    await put(dan, `/projects/${project}`, 'mention');
    await newIssue(project);
    expect(await sent()).toEqual(['2: inside | One (#1)']);
    await put(dan, `/projects/${project}`, 'global');
    await newIssue(project);
    expect(await sent()).toEqual(['2: inside | One (#2)', '4: inside | One (#2)']);
  });

  it('are sent once for each event, and to nobody who may not read it any more', async () => {
    const project = await newProject();
    await newIssue(project, { description: '@bob @carol', confidential: true });
    const [event] = await app.testDatabase.query<{ id: string; data: never }>(
      `delete from outbox where type = 'projects.issue-saved' returning event_id as id, data`,
    );
    for (const _ of [1, 2]) await hear(OnIssueSaved, event!.data, event!.id);
    await app.testDatabase.query('update project_members set level = 10 where project_id = $1 and user_id = 3', [
      project,
    ]);
    expect(await sent()).toEqual([`2: m${projects} | One (#1)`]);
    await newIssue(project, { description: '@bob' });
    await deliver();
    identity.users.splice(identity.users.indexOf(bob), 1);
    expect(await sent()).toEqual([]);
    identity.settings = { ...identity.settings, sendsMail: false };
    await newIssue(project, { description: '@carol' });
    await deliver();
    identity.settings = { ...identity.settings, sendsMail: true };
    expect(await sent()).toEqual([]);
  });

  it('reach participants of merge requests', async () => {
    const project = await newProject();
    const mergeRequests = app.get(FakeMergeRequests);
    const card = { id: 70, iid: 7, title: 'Topic' };
    mergeRequests.described.set(70, {
      ...card,
      ...{ description: null, state: 'opened', sourceProjectId: project, sourceBranch: 'a', targetProjectId: project },
      ...{ targetBranch: 'main', authorId: 2, assigneeIds: [1], reviewerIds: [], labelIds: [], milestoneId: null },
      ...{ headSha: null, mergeCommitSha: null, mergeStatus: 'can_be_merged', mergeWhenPipelineSucceeds: false },
      ...{ mergeUserId: null, draft: false, discussionLocked: null, timeEstimate: 0, timeSpent: 0 },
      ...{ createdAt: AT, updatedAt: AT },
    });
    mergeRequests.participants.set(70, [
      { id: 1, participates: true, subscribed: null },
      { id: 2, participates: true, subscribed: null },
      { id: 3, participates: false, subscribed: true },
      { id: 4, participates: true, subscribed: null },
    ]);
    mergeRequests.notes.set(9, { id: 9, mergeRequest: card, authorId: 1, body: 'Fine', createdAt: AT, updatedAt: AT });
    const about = { projectId: project, mergeRequestId: 70 };
    await hear(OnMergeRequestNoteSaved, { ...about, noteId: 9, userId: 1, action: 'create' });
    const subject = `Re: m${projects} | Topic (!7)`;
    expect(await sent()).toEqual([`2: ${subject}`, `3: ${subject}`]);
    expect(identity.mails[0]).toMatchObject({
      inReplyTo: '<merge_request_70@git.example.org>',
      headers: { 'X-GitLab-MergeRequest-ID': '70' },
    });
    await hear(OnMergeRequestMerged, {
      ...about,
      ...{ iid: 7, targetBranch: 'main', userId: 1, sha: 'a'.repeat(40), mergeCommit: null, closing: [] },
    });
    expect(await sent()).toEqual([`2: ${subject}`, `3: ${subject}`]);
    expect(identity.mails[0]!.text).toMatch(/^Ada merged merge request !7/);
  });

  it('tell users of their failed and fixed pipelines', async () => {
    const project = await newProject();
    const pipeline = (status: 'failed' | 'success', previousStatus: 'failed' | 'success' | null) =>
      app.get(FakeCi).pipelines.set(5, {
        ...{ id: 5, iid: 1, projectId: project, sha: 'c'.repeat(40), ref: 'main', tag: false, beforeSha: null },
        ...{ source: 'push', userId: 2, createdAt: AT, startedAt: AT, finishedAt: AT, duration: 1, queuedDuration: 1 },
        ...{ status, jobs: [], previousStatus },
      });
    const ended = (status: 'failed' | 'success') =>
      hear(OnPipelineUpdated, { projectId: project, pipelineId: 5, status });
    pipeline('failed', null);
    await ended('failed');
    expect(await sent()).toEqual([`2: m${projects} | Failed pipeline for main | cccccccc`]);
    pipeline('success', 'failed');
    await ended('success');
    expect(await sent()).toEqual([`2: m${projects} | Fixed pipeline for main | cccccccc`]);
    pipeline('success', 'success');
    await ended('success');
    expect(await sent()).toEqual([]);
  });

  it('have a link that ends them, by the page or by the mail program', async () => {
    const project = await newProject();
    const level = async () => (await app.request(bob, 'GET', `/projects/${project}/notification_settings`)).body.level;
    const link = async () => {
      await newIssue(project, { assignee_ids: [bob.userId] });
      await sent();
      return identity.mails[0]!.headers['List-Unsubscribe']!.slice(1 + BASE.length, -1);
    };
    const post = async (url: string) => {
      const headers = { 'content-type': 'application/x-www-form-urlencoded', 'x-hearth-caller': 'null' };
      const payload = 'List-Unsubscribe=One-Click';
      return (await app.app.inject({ method: 'POST', url, headers, payload })).statusCode;
    };
    const oneClick = await link();
    const page = await app.fetch(null, oneClick);
    expect([page.status, await level()]).toEqual([200, 'global']);
    expect(page.body.toString()).toContain(`action="${oneClick}d"`);
    expect([await post(oneClick), await level()]).toEqual([204, 'disabled']);
    await choose(bob, project, 'global');
    const other = await link();
    expect((await new PageBrowser(app).send(carol, other, `${other}d`)).status).toBe(200);
    expect(await level()).toBe('disabled');
    const forged = oneClick.replace(/.\/unsubscribe$/, 'x/unsubscribe');
    expect([(await app.fetch(null, forged)).status, await post(forged)]).toEqual([404, 404]);
  });

  describe('of users with a digest', () => {
    const PAGE = '/-/profile/notifications';
    const HOUR_MS = 60 * 60 * 1000;
    const chooseDigest = (digest: string) =>
      new PageBrowser(app).send(bob, PAGE, PAGE, { level: 'participating', digest });
    /** Makes the digests that are due a time from now. @returns their jobs */
    async function digestsAfter(ms: number) {
      const { signal } = new AbortController();
      await app.get(QueueDigests).execute({}, { signal }, new Date(Date.now() + ms));
      return jobs<JobDataOf<typeof SendDigestJob>>('send-digest');
    }

    it('are gathered into one, which leaves out what the user may not read any more', async () => {
      const [project, other] = [await newProject(), await newProject()];
      expect((await chooseDigest('hour')).status).toBe(303);
      await newIssue(project, { description: 'Look @bob and @carol', title: 'One' });
      await newIssue(other, { description: '@bob', title: 'Hidden' });
      const issue = await newIssue(project, { assignee_ids: [bob.userId], title: 'Two' });
      await app.request(ada, 'POST', `${issue}/notes`, { body: 'Ready?' });
      expect(await sent()).toEqual([expect.stringMatching(/^3: .* One \(#1\)$/)]);
      await app.testDatabase.query('delete from project_members where project_id = $1', [other]);
      expect(await digestsAfter(HOUR_MS / 2)).toEqual([]);
      const [job, ...more] = await digestsAfter(HOUR_MS + 60_000);
      expect([job!.userId, more, await digestsAfter(HOUR_MS + 60_000)]).toEqual([2, [], []]);
      identity.mails.length = 0;
      for (const _ of [1, 2]) await app.get(SendDigest).execute(job!);
      expect(identity.mails).toHaveLength(1);
      const [mail] = identity.mails;
      expect(mail).toMatchObject({ userId: 2, subject: '3 notifications', inReplyTo: null });
      expect(mail!.text).toContain(
        `- Ada opened issue #1 (One).\n  Look @bob and @carol\n  ${BASE}/ada/m${projects - 1}/-/issues/1\n`,
      );
      expect(mail!.text).toContain('- Ada commented on issue #2 (Two):\n  Ready?\n');
      expect(mail!.text).not.toContain('Hidden');
      expect(mail!.html).toContain('Ada commented on issue #2 (Two):');
      expect(mail!.html).not.toMatch(/<(?:img|link|script|style)|href="\/|src=/);
    });

    it('are sent again with the same Message-ID after a failure, and dropped after days', async () => {
      const project = await newProject();
      await chooseDigest('day');
      await newIssue(project, { description: '@bob' });
      await sent();
      expect(await digestsAfter(2 * HOUR_MS)).toEqual([]);
      const [job] = await digestsAfter(25 * HOUR_MS);
      const dies = jest.spyOn(app.get(DigestsStore), 'delete').mockRejectedValueOnce(new Error('gone'));
      await expect(app.get(SendDigest).execute(job!)).rejects.toThrow('gone');
      dies.mockRestore();
      await newIssue(project, { description: '@bob' });
      await deliver();
      await app.get(SendDigest).execute(job!);
      const ids = identity.mails.map(({ messageId, subject }) => [messageId, subject]);
      expect(ids).toEqual([1, 2].map(() => [`<digest_${job!.batch}@git.example.org>`, '1 notification']));
      await digestsAfter(25 * HOUR_MS);
      await digestsAfter(5 * 24 * HOUR_MS);
      expect(await app.testDatabase.query('select from digest_entries')).toEqual([]);
    });

    it('have a link that ends all mails', async () => {
      const project = await newProject();
      await choose(bob, project, 'watch');
      await chooseDigest('hour');
      await newIssue(project);
      await sent();
      const [job] = await digestsAfter(2 * HOUR_MS);
      await app.get(SendDigest).execute(job!);
      const link = identity.mails[0]!.headers['List-Unsubscribe']!.slice(1 + BASE.length, -1);
      expect((await app.fetch(null, link)).body.toString()).toContain('End all mails');
      expect((await new PageBrowser(app).send(carol, link, `${link}d`)).status).toBe(200);
      for (const path of ['', `/projects/${project}`])
        expect((await app.request(bob, 'GET', `${path}/notification_settings`)).body.level).toBe('disabled');
    });
  });
});
