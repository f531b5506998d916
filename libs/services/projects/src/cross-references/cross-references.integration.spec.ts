import { randomUUID } from 'node:crypto';
import type { EventDataOf, Principal, ProjectId } from '@hearth/contract-kit';
import type { IssuesMentionedEvent, MergeRequestMergedEvent } from '@hearth/merge-requests-contracts';
import type { RefUpdatedEvent } from '@hearth/repository-contracts';
import { OwnAddress } from '@hearth/config';
import { startJobs, type RunningJobs } from '@hearth/jobs';
import { waitFor } from '@hearth/testing';
import type { Delivery } from '@hearth/messaging';
import { OnIssuesMentioned } from '../events/on-issues-mentioned.js';
import { OnMergeRequestMerged } from '../events/on-merge-request-merged.js';
import { OnRefUpdated } from '../events/on-ref-updated.js';
import { FakeIdentity } from '../testing/fake-identity.js';
import { FakeRepository } from '../testing/fake-repository.js';
import { user } from '../testing/people.js';
import { ProjectsApp } from '../testing/projects-app.js';
import { Seed } from '../testing/seed.js';
import { ReadPushedCommits } from './read-pushed-commits.js';

const [ZERO, OLD] = ['0'.repeat(40), '1'.repeat(40)];

const HERE = 'https://code.example/hearth';

describe('cross-references', () => {
  const app = ProjectsApp.inBlock(undefined, [{ provider: OwnAddress, by: new OwnAddress(HERE) }]);
  const owner = user(1);
  const reporter = user(2);
  const guest = user(3);
  const people = [owner, reporter, guest];
  const contractor = user(4, { external: true });
  let seed: Seed;
  let group: number;
  let jobs: RunningJobs;
  let projects = 0;
  let pushes = 0;

  beforeAll(async () => {
    seed = new Seed(app.testDatabase);
    for (const person of people) await app.claim(person);
    app.get(FakeIdentity).users.push(...people);
    group = await seed.group('group');
    jobs = startJobs(app.app);
  });

  afterAll(() => jobs?.stop());

  async function newProject(visibility: 'private' | 'internal' | 'public' = 'private'): Promise<ProjectId> {
    const project = await seed.project(group, `p${++projects}`, visibility);
    await app.testDatabase.query(`update projects set default_branch = 'main' where id = $1`, [project]);
    for (const [index, { userId }] of people.entries()) await seed.projectMember(project, userId, [50, 20, 10][index]!);
    return project;
  }

  async function open(project: ProjectId, given: object = {}, by: Principal = owner): Promise<number> {
    const { status, body } = await app.request(by, 'POST', `/projects/${project}/issues`, { title: 'one', ...given });
    expect(status).toBe(201);
    return body.iid;
  }

  const stateOf = async (project: ProjectId, iid: number) =>
    (await app.request(owner, 'GET', `/projects/${project}/issues/${iid}`)).body.state;

  /** Bodies of the issue's notes, oldest first. */
  async function notesOf(project: ProjectId, iid: number, reader = owner): Promise<string[]> {
    const { body } = await app.request(
      reader,
      'GET',
      `/projects/${project}/issues/${iid}/notes?sort=asc&order_by=created_at`,
    );
    return body.map((note: { body: string }) => note.body);
  }

  /** Waits until all jobs have run, and expects no dead letters. */
  async function settle(): Promise<void> {
    const waiting = `select from projects_jobs.job where state in ('created', 'retry', 'active')`;
    await waitFor('the jobs', async () => (await app.testDatabase.query(waiting)).length === 0);
    expect(await app.testDatabase.query(`select from projects_jobs.job where name = 'dead-letters'`)).toEqual([]);
  }

  /** Pushes commits with these messages. @returns the ids */
  async function push(
    projectId: ProjectId,
    messages: readonly string[],
    {
      by = owner,
      branch = 'main',
      ...more
    }: { by?: Principal; branch?: string } & Partial<EventDataOf<typeof RefUpdatedEvent>> = {},
  ): Promise<string[]> {
    const commits = messages.map((message) => ({ id: String(++pushes).padStart(40, 'a'), message }));
    const newId = commits.at(-1)!.id;
    app.get(FakeRepository).pushed.set(newId, commits);
    const moved = { ref: `refs/heads/${branch}`, oldId: OLD, newId, userId: by.userId, defaultBranch: 'main' };
    const about = {
      projectId,
      sequence: pushes,
      pushId: randomUUID(),
      via: 'http',
      occurredAt: '2026-01-01T00:00:00.000Z',
    };
    await app.database.tx((tx) =>
      app.get(OnRefUpdated).handle({ ...about, ...moved, ...more } as never, { tx } as Delivery),
    );
    await settle();
    return commits.map(({ id }) => id);
  }

  describe('of commits', () => {
    it('close issues by their URLs below the public address', async () => {
      const [project, other] = [await newProject(), await newProject()];
      const paths = await app.testDatabase.query<{ path: string }>(
        'select path from routes where project_id = any ($1) order by project_id',
        [[project, other]],
      );
      const [own, theirs] = paths.map(({ path }) => path);
      const [one, two, three] = [await open(project), await open(other), await open(project)];
      await push(project, [
        `Closes ${HERE}/${own}/issues/${one} and ${HERE}/${theirs}/-/issues/${two}`,
        `Closes https://elsewhere.example/${own}/issues/${three}`,
      ]);
      expect([await stateOf(project, one), await stateOf(other, two), await stateOf(project, three)]).toEqual([
        ...['closed', 'closed', 'opened'],
      ]);
    });

    it('close what they name on the default branch, once', async () => {
      const project = await newProject();
      const [one, two, three] = [await open(project), await open(project), await open(project)];
      const [sha] = await push(project, [`Closes #${one} and #${two}, see #${three} and #999`]);
      expect([await stateOf(project, one), await stateOf(project, two), await stateOf(project, three)]).toEqual([
        ...['closed', 'closed', 'opened'],
      ]);
      expect(await notesOf(project, one)).toEqual([`closed via commit ${sha!.slice(0, 8)}`]);
      expect(await notesOf(project, three)).toEqual([`mentioned in commit ${sha}`]);
      await app.request(owner, 'PUT', `/projects/${project}/issues/${one}`, { state_event: 'reopen' });
      const again = { projectId: project, userId: owner.userId, from: OLD, to: sha!, closes: true };
      await app.get(ReadPushedCommits).execute(again);
      expect(await stateOf(project, one)).toBe('opened');
      expect(await notesOf(project, three)).toHaveLength(1);
      expect((await app.request(owner, 'GET', `/projects/${project}`)).body.open_issues_count).toBe(2);
    });

    it('of other branches only name, and close once they arrive', async () => {
      const project = await newProject();
      const iid = await open(project);
      const message = `Fixes #${iid}`;
      const [sha] = await push(project, [message], { branch: 'topic' });
      expect(await stateOf(project, iid)).toBe('opened');
      expect(await notesOf(project, iid)).toEqual([`mentioned in commit ${sha}`]);
      app.get(FakeRepository).pushed.set(OLD, [{ id: sha!, message }]);
      await push(project, ['later'], { newId: OLD });
      expect(await notesOf(project, iid)).toEqual([
        `mentioned in commit ${sha}`,
        `closed via commit ${sha!.slice(0, 8)}`,
      ]);
    });

    it('close with the rights of who pushed', async () => {
      const [project, hidden] = [await newProject(), await newProject()];
      const [ofOwner, ofGuest] = [await open(project), await open(project, {}, guest)];
      const confidential = await open(project, { confidential: true });
      const elsewhere = await open(hidden);
      await app.testDatabase.query('delete from project_members where project_id = $1 and user_id = $2', [
        ...[hidden, guest.userId],
      ]);
      const path = `group/p${projects}`;
      await push(project, [`Closes #${ofOwner}, #${ofGuest}, #${confidential}, ${path}#${elsewhere}`], { by: guest });
      expect([await stateOf(project, ofOwner), await stateOf(project, ofGuest)]).toEqual(['opened', 'closed']);
      expect(await notesOf(project, ofOwner)).toEqual([expect.stringMatching(/^mentioned in commit /)]);
      expect(await notesOf(project, confidential)).toEqual([]);
      expect([await stateOf(hidden, elsewhere), await notesOf(hidden, elsewhere)]).toEqual(['opened', []]);
    });

    it('reach other projects, and name only what their readers may know of', async () => {
      const [open1, hidden, target] = [await newProject('public'), await newProject(), await newProject('public')];
      const issues = [await open(target), await open(target)];
      const path = `Group/P${projects}`;
      const [sha] = await push(open1, [`closes ${path}#${issues[0]}`], { by: reporter });
      await push(hidden, [`closes ${path}#${issues[1]}`], { by: reporter });
      expect(await notesOf(target, issues[0]!)).toEqual([
        `closed via commit group/p${projects - 2}@${sha!.slice(0, 8)}`,
      ]);
      expect(await notesOf(target, issues[1]!)).toEqual(['closed']);
    });

    it('are named to users who may read the code of their project', async () => {
      const [source, target] = [await newProject('internal'), await newProject()];
      const iid = await open(target);
      const [own] = await push(target, [`see #${iid}`]);
      const [theirs] = await push(source, [`see group/p${projects}#${iid}`]);
      const [first, second] = [`mentioned in commit ${own}`, `mentioned in commit group/p${projects - 1}@${theirs}`];
      await seed.projectMember(target, contractor.userId, 40);
      expect(await notesOf(target, iid, reporter)).toEqual([first, second]);
      expect(await notesOf(target, iid, guest)).toEqual([second]);
      expect(await notesOf(target, iid, contractor)).toEqual([first]);
      const notes = `/projects/${target}/issues/${iid}/notes`;
      const { body } = await app.request(reporter, 'GET', `${notes}?sort=asc`);
      expect((await app.request(guest, 'GET', `${notes}/${body[0].id}`)).status).toBe(404);
      const discussions = `/projects/${target}/issues/${iid}/discussions`;
      const texts = (await app.request(contractor, 'GET', discussions)).body.map(
        (each: { notes: { body: string }[] }) => each.notes[0]!.body,
      );
      expect(texts).toEqual([first]);
    });

    it.each([
      ['the first of the default branch', { oldId: null }],
      ['imported ones', { via: 'import' }],
      ['those without a user', { userId: null }],
      ['those of a deleted user', { userId: 999 }],
      ['tags', { ref: 'refs/tags/main' }],
      ['rewritten ones', { newId: ZERO }],
    ] as const)('leave issues alone: %s', async (_, more) => {
      const project = await newProject();
      const iid = await open(project);
      await push(project, [`Closes #${iid}`], more);
      expect([await stateOf(project, iid), await notesOf(project, iid)]).toEqual(['opened', []]);
    });

    it('leave merge commits to their merge requests', async () => {
      const project = await newProject();
      const iid = await open(project);
      await push(project, [`Merge branch 'x'\n\nCloses #${iid}\n\nSee merge request group/p${projects}!1`]);
      expect(await stateOf(project, iid)).toBe('opened');
    });
  });

  describe('of merge requests', () => {
    const merged = { mergeRequestId: 70, iid: 7, sha: OLD, mergeCommit: null };

    it('close what they name when they are merged into the default branch', async () => {
      const project = await newProject();
      const [one, two] = [await open(project), await open(project)];
      const about = { projectId: project, userId: reporter.userId, ...merged };
      const told = (data: EventDataOf<typeof MergeRequestMergedEvent>) =>
        app.database.tx((tx) =>
          app.get(OnMergeRequestMerged).handle(data, { tx, meta: { id: randomUUID(), time: new Date() } } as Delivery),
        );
      await told({ ...about, targetBranch: 'main', closing: [{ path: null, iid: one }] });
      await told({ ...about, targetBranch: 'stable', closing: [{ path: null, iid: two }] });
      await settle();
      expect([await stateOf(project, one), await stateOf(project, two)]).toEqual(['closed', 'opened']);
      expect(await notesOf(project, one)).toEqual(['closed via merge request !7']);
    });

    it('close no issue of a project that closes none by references, and name it', async () => {
      const project = await newProject();
      const iid = await open(project);
      await app.request(owner, 'PUT', `/projects/${project}`, { autoclose_referenced_issues: false });
      await push(project, [`Closes #${iid}`]);
      expect(await stateOf(project, iid)).toBe('opened');
      expect(await notesOf(project, iid)).toEqual([expect.stringContaining('mentioned in commit')]);
    });

    it('close no issue of the project that theirs was forked from', async () => {
      const [project, fork] = [await newProject('public'), await newProject('public')];
      const iid = await open(project);
      const path = `group/p${projects - 1}`;
      await app.testDatabase.query('update projects set forked_from_id = $1 where id = $2', [project, fork]);
      await push(fork, [`Closes ${path}#${iid}`]);
      expect(await stateOf(project, iid)).toBe('opened');
      expect(await notesOf(project, iid)).toEqual([expect.stringContaining('mentioned in commit')]);
    });

    it('are noted once where they name issues', async () => {
      const project = await newProject();
      const iid = await open(project);
      const issues = [{ path: null, iid }];
      const data: EventDataOf<typeof IssuesMentionedEvent> = {
        projectId: project,
        iid: 8,
        userId: guest.userId,
        issues,
      };
      for (let times = 0; times < 2; times += 1)
        await app.database.tx((tx) => app.get(OnIssuesMentioned).handle(data, { tx } as Delivery));
      await settle();
      expect(await notesOf(project, iid)).toEqual(['mentioned in merge request !8']);
    });
  });

  describe('of issues', () => {
    it('are noted for titles, descriptions and notes, once for each issue, and never for itself', async () => {
      const project = await newProject();
      const [one, two, three] = [await open(project), await open(project), await open(project)];
      const source = await open(project, { title: `as #${one}`, description: `see #${two} and #${three + 1}` });
      await app.request(owner, 'POST', `/projects/${project}/issues/${source}/notes`, { body: `#${one} #${three}` });
      await settle();
      for (const iid of [one, two, three])
        expect(await notesOf(project, iid)).toEqual([`mentioned in issue #${source}`]);
      expect(await notesOf(project, source)).toEqual([`#${one} #${three}`]);
    });

    it('are not noted for confidential ones', async () => {
      const project = await newProject();
      const iid = await open(project);
      await open(project, { description: `#${iid}`, confidential: true });
      await settle();
      expect(await notesOf(project, iid)).toEqual([]);
    });

    it('are published for merge-requests', async () => {
      const project = await newProject();
      await newProject();
      const source = await open(project, { description: `!4, group/p${projects}!5, nothing/here!6` }, reporter);
      const without = await newProject();
      await app.testDatabase.query(`update projects set merge_requests_access_level = 'disabled' where id = $1`, [
        without,
      ]);
      await open(without, { description: '!9' });
      await settle();
      const events = await app.testDatabase.query<{ data: object }>(
        `select data from outbox where type = 'projects.mentioned' order by id`,
      );
      const { userId } = reporter;
      expect(events.map(({ data }) => data)).toEqual([
        { projectId: project, iid: 4, userId, source: `issue #${source}` },
      ]);
    });
  });
});
