import { randomUUID } from 'node:crypto';
import type { Type } from '@nestjs/common';
import { OwnAddress } from '@hearth/config';
import type { ProjectId, Visibility } from '@hearth/contract-kit';
import type { JobDataOf } from '@hearth/jobs';
import type { Delivery } from '@hearth/messaging';
import { OnIssueSaved } from '../events/on-issue-saved.js';
import { OnNoteSaved } from '../events/on-note-saved.js';
import type { NotifyJob, NotifyOfCommentsJob, SendCommentsNotificationJob, SendNotificationJob } from '../jobs.js';
import { NotifyUsers } from '../notifications/notify.js';
import { SendNotification } from '../notifications/send.js';
import { FakeIdentity } from './fake-identity.js';
import { FakeMergeRequests } from './fake-merge-requests.js';
import { user } from './people.js';
import { ProjectsApp } from './projects-app.js';
import { Seed } from './seed.js';

/** Base URL of links in mails. */
export const BASE = 'https://git.example.org';
export const AT = '2018-02-01T10:00:00.000Z';

interface Handler<Data> {
  handle(data: Data, delivery: Delivery): Promise<void>;
}

/** Users and projects of specs about mails; delivers their events, and runs the jobs. */
export class MailScene {
  readonly ada = user(1, { username: 'ada', name: 'Ada' });
  readonly bob = user(2, { username: 'bob', name: 'Bob' });
  readonly carol = user(3, { username: 'carol', name: 'Carol' });
  readonly dan = user(4, { username: 'dan', name: 'Dan' });
  identity!: FakeIdentity;
  seed!: Seed;
  /** Number of projects: the newest one is called `m` and this number. */
  projects = 0;
  private namespace = 0;

  private constructor(readonly app: ProjectsApp) {}

  static inBlock(): MailScene {
    const scene = new MailScene(ProjectsApp.inBlock(undefined, [{ provider: OwnAddress, by: new OwnAddress(BASE) }]));
    beforeAll(() => scene.start());
    beforeEach(() => scene.clear());
    return scene;
  }

  async newProject(visibility: Visibility = 'private'): Promise<ProjectId> {
    const project = await this.seed.project(this.namespace, `m${++this.projects}`, visibility);
    for (const { userId } of [this.bob, this.carol]) await this.seed.projectMember(project, userId, 20);
    return project;
  }

  async newIssue(project: ProjectId, given: object = {}): Promise<string> {
    const { body } = await this.app.request(this.ada, 'POST', `/projects/${project}/issues`, {
      title: 'One',
      ...given,
    });
    return `/projects/${project}/issues/${body.iid}`;
  }

  choose(person: MailScene['ada'], project: ProjectId, level: string) {
    return this.app.request(person, 'PUT', `/projects/${project}/notification_settings`, { level });
  }

  /** A merge request of bob, with participants. */
  mergeRequest(project: ProjectId) {
    const mergeRequests = this.app.get(FakeMergeRequests);
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
    return card;
  }

  /** Delivers the events of issues and notes, and runs the jobs that choose recipients. */
  async deliver(): Promise<void> {
    const events = await this.app.testDatabase.query<{ id: string; type: string; data: never }>(
      `delete from outbox where type in ('projects.issue-saved', 'projects.note-saved') returning event_id as id, type, data`,
    );
    for (const { id, type, data } of events) {
      if (type === 'projects.note-saved') await this.handle(OnNoteSaved, data, id);
      else await this.handle(OnIssueSaved, data, id);
    }
  }

  async handle<Data>(handler: Type<Handler<Data>>, data: Data, id: string = randomUUID()): Promise<void> {
    const meta = { id, time: AT } as unknown as Delivery['meta'];
    await this.app.database.tx((tx) => this.app.get(handler).handle(data, { tx, meta }));
    const notifyUsers = this.app.get(NotifyUsers);
    for (const job of await this.jobs<JobDataOf<typeof NotifyJob>>('notify')) await notifyUsers.execute(job);
    for (const job of await this.jobs<JobDataOf<typeof NotifyOfCommentsJob>>('notify-of-comments'))
      await notifyUsers.ofComments(job);
  }

  /** Takes the waiting jobs of a name. */
  async jobs<Data>(name: string): Promise<Data[]> {
    const rows = await this.app.testDatabase.query<{ data: { data: Data } }>(
      'delete from projects_jobs.job where name = $1 returning data',
      [name],
    );
    return rows.map(({ data }) => data.data);
  }

  /** Sends the queued mails. @returns `user: subject` of each */
  async sent(): Promise<string[]> {
    await this.deliver();
    this.identity.mails.length = 0;
    const sendNotification = this.app.get(SendNotification);
    for (const job of await this.jobs<JobDataOf<typeof SendNotificationJob>>('send-notification'))
      await sendNotification.execute(job);
    for (const job of await this.jobs<JobDataOf<typeof SendCommentsNotificationJob>>('send-comments-notification'))
      await sendNotification.ofComments(job);
    return this.identity.mails.map(({ userId, subject }) => `${userId}: ${subject}`).toSorted();
  }

  private async start(): Promise<void> {
    const { app, ada, bob, carol, dan } = this;
    this.namespace = await app.claim(ada);
    for (const person of [bob, carol, dan]) await app.claim(person);
    this.seed = new Seed(app.testDatabase);
    this.identity = app.get(FakeIdentity);
    this.identity.settings = { ...this.identity.settings, sendsMail: true };
    for (const { userId: id, username, name } of [ada, bob, carol, dan])
      this.identity.cards.set(id, { id, username, name, state: 'active', avatarPath: null, createdAt: AT });
  }

  private async clear(): Promise<void> {
    this.identity.users.splice(0, Infinity, this.ada, this.bob, this.carol, this.dan);
    for (const table of ['notification_settings', 'digest_entries', 'outbox', 'projects_jobs.job'])
      await this.app.testDatabase.query(`delete from ${table}`);
  }
}
