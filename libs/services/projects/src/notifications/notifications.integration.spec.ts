import { randomUUID } from 'node:crypto';
import type { MergeRequestNote } from '@hearth/merge-requests-contracts';
import { PageBrowser } from '@hearth/testing';
import { OnPipelineUpdated } from '../events/ci/on-pipeline-updated.js';
import { OnCommitCommented } from '../events/on-commit-commented.js';
import { OnIssueSaved } from '../events/on-issue-saved.js';
import { OnMergeRequestMerged } from '../events/on-merge-request-merged.js';
import { OnMergeRequestNoteSaved } from '../events/on-merge-request-note-saved.js';
import { OnReviewPublished } from '../events/on-review-published.js';
import { FakeCi } from '../testing/fake-ci.js';
import { FakeMergeRequests } from '../testing/fake-merge-requests.js';
import { FakeRepository } from '../testing/fake-repository.js';
import { AT, BASE, MailScene } from '../testing/mail-scene.js';

describe('mails', () => {
  const scene = MailScene.inBlock();
  const { app, ada, bob, carol, dan } = scene;

  it('reach assignees and mentioned users of a new issue, but not its author', async () => {
    const project = await scene.newProject();
    await scene.newIssue(project, { description: 'Look, @bob, @carol and @ada and @dan', assignee_ids: [bob.userId] });
    expect(await scene.sent()).toEqual([`2: m${scene.projects} | One (#1)`, `3: m${scene.projects} | One (#1)`]);
    const [toBob, toCarol] = scene.identity.mails.toSorted((one, other) => one.userId - other.userId);
    expect(toBob!.headers).toMatchObject({
      'X-GitLab-Project': `m${scene.projects}`,
      'X-GitLab-Project-Path': `ada/m${scene.projects}`,
      'X-GitLab-Issue-IID': '1',
      'X-GitLab-NotificationReason': 'assigned',
      'List-Id': `ada/m${scene.projects} <${project}.m${scene.projects}.ada.git.example.org>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    });
    expect(toCarol!.headers['X-GitLab-NotificationReason']).toBe('mentioned');
    expect(toBob).toMatchObject({ sender: 'Ada', inReplyTo: null });
    expect(toBob!.messageId).toMatch(/^<issue_\d+@git\.example\.org>$/);
    expect(toBob!.text).toContain(
      'Ada opened issue #1 (One).\n\nLook, @bob, @carol and @ada and @dan\n\nAssignees: Bob\n\n-- \n',
    );
    expect(toBob!.text).toContain(`View or answer it: ${BASE}/ada/m${scene.projects}/-/issues/1\n`);
    expect(toBob!.html).toContain(`<p>Look, <a href="${BASE}/bob">@bob</a>,`);
    expect(toBob!.html).toContain(`<a href="${BASE}/ada/m${scene.projects}/-/issues/1" style=`);
    expect(toBob!.html).not.toMatch(/<(?:img|link|script|style)|href="\/|src=/);
  });

  it('are answers in the thread of the issue, to participants and watchers', async () => {
    const project = await scene.newProject();
    const issue = await scene.newIssue(project, { assignee_ids: [bob.userId] });
    await scene.sent();
    const thread = scene.identity.mails[0]!.messageId;
    await scene.choose(carol, project, 'watch');
    const { body: note } = await app.request(ada, 'POST', `${issue}/notes`, { body: 'Ready?' });
    const subject = `Re: m${scene.projects} | One (#1)`;
    expect(await scene.sent()).toEqual([`2: ${subject}`, `3: ${subject}`]);
    expect(scene.identity.mails[0]).toMatchObject({
      inReplyTo: thread,
      messageId: `<issue_note_${note.id}@git.example.org>`,
    });
    expect(scene.identity.mails[0]!.text).toContain('Ada commented on issue #1 (One):\n\nReady?\n');
    const [, link] = / answer it: (\S+)\n/.exec(scene.identity.mails[0]!.text)!;
    expect(link).toBe(`${BASE}/ada/m${scene.projects}/-/issues/1?note=${note.id}#note_${note.id}`);
    await app.request(bob, 'PUT', issue, { state_event: 'close', assignee_ids: [carol.userId] });
    expect(await scene.sent()).toEqual([`1: ${subject}`, `3: ${subject}`]);
    expect(scene.identity.mails[0]!.text).toMatch(/^Bob closed issue #1/);
    await app.request(bob, 'POST', `${issue}/unsubscribe`);
    await scene.choose(carol, project, 'disabled');
    await app.request(ada, 'POST', `${issue}/notes`, { body: 'Thanks @carol' });
    expect(await scene.sent()).toEqual([]);
    await app.request(ada, 'PUT', issue, { description: 'See @bob' });
    expect(await scene.sent()).toEqual([`2: ${subject}`]);
  });

  it('obey the setting of the project, then of the group, then of the instance', async () => {
    const group = await scene.seed.group(`g${++scene.projects}`);
    for (const { userId } of [ada, bob, carol, dan]) await scene.seed.namespaceMember(group, userId, 30);
    const project = await scene.seed.project(group, 'inside', 'private');
    const put = (person: typeof ada, path: string, level: string) =>
      app.request(person, 'PUT', `${path}/notification_settings`, { level });
    await put(bob, '', 'watch');
    await put(carol, '', 'watch');
    await put(carol, `/groups/${group}`, 'participating');
    await put(dan, `/groups/${group}`, 'watch');
    await put(dan, `/projects/${project}`, 'mention');
    await scene.newIssue(project);
    expect(await scene.sent()).toEqual(['2: inside | One (#1)']);
    await put(dan, `/projects/${project}`, 'global');
    await scene.newIssue(project);
    expect(await scene.sent()).toEqual(['2: inside | One (#2)', '4: inside | One (#2)']);
  });

  it('are sent once for each event, and not to users who have lost read access', async () => {
    const project = await scene.newProject();
    await scene.newIssue(project, { description: '@bob @carol', confidential: true });
    const [event] = await app.testDatabase.query<{ id: string; data: never }>(
      `delete from outbox where type = 'projects.issue-saved' returning event_id as id, data`,
    );
    for (const _ of [1, 2]) await scene.handle(OnIssueSaved, event!.data, event!.id);
    await app.testDatabase.query('update project_members set level = 10 where project_id = $1 and user_id = 3', [
      project,
    ]);
    expect(await scene.sent()).toEqual([`2: m${scene.projects} | One (#1)`]);
    await scene.newIssue(project, { description: '@bob' });
    await scene.deliver();
    scene.identity.users.splice(scene.identity.users.indexOf(bob), 1);
    expect(await scene.sent()).toEqual([]);
    scene.identity.settings = { ...scene.identity.settings, sendsMail: false };
    await scene.newIssue(project, { description: '@carol' });
    await scene.deliver();
    scene.identity.settings = { ...scene.identity.settings, sendsMail: true };
    expect(await scene.sent()).toEqual([]);
  });

  it('reach participants of merge requests', async () => {
    const project = await scene.newProject();
    const card = scene.mergeRequest(project);
    const mergeRequests = app.get(FakeMergeRequests);
    mergeRequests.notes.set(9, { id: 9, mergeRequest: card, authorId: 1, body: 'Fine', createdAt: AT, updatedAt: AT });
    const about = { projectId: project, mergeRequestId: 70 };
    await scene.handle(OnMergeRequestNoteSaved, { ...about, noteId: 9, userId: 1, action: 'create' });
    const subject = `Re: m${scene.projects} | Topic (!7)`;
    expect(await scene.sent()).toEqual([`2: ${subject}`, `3: ${subject}`]);
    expect(scene.identity.mails[0]).toMatchObject({
      inReplyTo: '<merge_request_70@git.example.org>',
      headers: { 'X-GitLab-MergeRequest-ID': '70' },
    });
    await scene.handle(OnMergeRequestMerged, {
      ...about,
      ...{ iid: 7, targetBranch: 'main', userId: 1, sha: 'a'.repeat(40), mergeCommit: null, closing: [] },
    });
    expect(await scene.sent()).toEqual([`2: ${subject}`, `3: ${subject}`]);
    expect(scene.identity.mails[0]!.text).toMatch(/^Ada merged merge request !7/);
  });

  it('are one for each review, however often its event comes', async () => {
    const project = await scene.newProject();
    const card = scene.mergeRequest(project);
    const mergeRequests = app.get(FakeMergeRequests);
    const note = (id: number, body: string, line: MergeRequestNote['line']) =>
      mergeRequests.notes.set(id, { id, mergeRequest: card, authorId: 1, body, line, createdAt: AT, updatedAt: AT });
    const place = { path: 'lib/a.ts', number: 12, side: 'new', from: 'a'.repeat(40), to: 'b'.repeat(40) } as const;
    note(20, 'Why _this_, @dan?', place);
    note(21, 'Fine for me, @carol', null);
    const about = { projectId: project, mergeRequestId: 70, userId: 1 };
    for (const noteId of [20, 21])
      await scene.handle(OnMergeRequestNoteSaved, { ...about, noteId, action: 'create', inReview: true });
    const id = randomUUID();
    for (const _ of [1, 2]) await scene.handle(OnReviewPublished, { ...about, noteIds: [20, 21, 22] }, id);
    const queues = await app.testDatabase.query(`select distinct name from projects_jobs.job where name like '%noti%'`);
    expect(queues).toEqual([{ name: 'send-comments-notification' }]);
    const subject = `Re: m${scene.projects} | Topic (!7)`;
    expect(await scene.sent()).toEqual([`2: ${subject}`, `3: ${subject}`]);
    const [toBob, toCarol] = scene.identity.mails.toSorted((one, other) => one.userId - other.userId);
    const page = `${BASE}/ada/m${scene.projects}/-/merge_requests/7`;
    expect(toBob!.text).toContain(
      `Ada reviewed merge request !7 (Topic):

lib/a.ts:12
${page}?note=20#note_20
> -a < b
> +\ta <= b

Why _this_, @dan?

Comment
${page}?note=21#note_21
Fine for me, @carol

-- 
View or answer it: ${page}?note=20#note_20
`,
    );
    expect(toBob!.html).toMatch(
      /note=20#note_20"><strong>lib\/a\.ts:12<[^]*-a &lt; b<[^]*\+\ta &lt;= b<[^]*<em>this<[^]*note_21"><strong>Comment</,
    );
    expect(app.get(FakeRepository).places).toEqual([place]);
    expect(toBob).toMatchObject({ messageId: '<merge_request_note_20@git.example.org>' });
    expect(toCarol!.headers['X-GitLab-NotificationReason']).toBe('mentioned');
    await scene.choose(bob, project, 'mention');
    mergeRequests.notes.delete(21);
    await scene.handle(OnReviewPublished, { ...about, noteIds: [20, 21] });
    expect(await scene.sent()).toEqual([`3: ${subject}`]);
    mergeRequests.notes.delete(20);
    await scene.handle(OnReviewPublished, { ...about, noteIds: [20, 21] });
    expect(await scene.sent()).toEqual([]);
  });

  it('read not much more of a long review than they show', async () => {
    const project = await scene.newProject();
    const mergeRequest = scene.mergeRequest(project);
    const mergeRequests = app.get(FakeMergeRequests);
    const noteIds = Array.from({ length: 25 }, (_, index) => 30 + index);
    const shared = { mergeRequest, authorId: 1, body: 'x'.repeat(30_000), createdAt: AT, updatedAt: AT };
    for (const id of noteIds) mergeRequests.notes.set(id, { id, ...shared });
    mergeRequests.textRead = 0;
    await scene.handle(OnReviewPublished, { projectId: project, mergeRequestId: 70, userId: 1, noteIds });
    expect(mergeRequests.textRead).toBe(25 * 20_001);
    mergeRequests.textRead = 0;
    expect(await scene.sent()).toHaveLength(2);
    expect(mergeRequests.textRead).toBe(10 * 20_001);
    expect(scene.identity.mails[0]!.text).toContain('The page has 22 more of the comments.');
    expect(scene.identity.mails[0]!.text).toContain('x…');
  });

  it('read a comment once for all users, and whole only for the names in it', async () => {
    const project = await scene.newProject();
    const mergeRequest = scene.mergeRequest(project);
    const mergeRequests = app.get(FakeMergeRequests);
    const body = 'x'.repeat(30_000);
    mergeRequests.notes.set(9, { id: 9, mergeRequest, authorId: 1, body, createdAt: AT, updatedAt: AT });
    mergeRequests.textRead = 0;
    const about = { projectId: project, mergeRequestId: 70, noteId: 9, userId: 1 };
    await scene.handle(OnMergeRequestNoteSaved, { ...about, action: 'create' });
    expect(mergeRequests.textRead).toBe(30_000);
    expect(await scene.sent()).toHaveLength(2);
    expect(mergeRequests.textRead).toBe(30_000 + 20_001);
  });

  it('about comments on commits reach the author by a confirmed address, commenters and watchers', async () => {
    const project = await scene.newProject();
    scene.identity.addresses.set(bob.userId, ['bob@example.com', 'ada@example.com']);
    const { commenters } = app.get(FakeRepository);
    commenters.push(ada.userId, dan.userId);
    const commented = { projectId: project, commentId: 8, commitId: 'c'.repeat(40), authorId: ada.userId };
    await scene.handle(OnCommitCommented, commented);
    const subject = `Re: m${scene.projects} | Add a (cccccccc)`;
    expect(await scene.sent()).toEqual([`2: ${subject}`]);
    expect(scene.identity.mails[0]).toMatchObject({
      inReplyTo: `<commit_${project}_${'c'.repeat(40)}@git.example.org>`,
      messageId: '<commit_note_8@git.example.org>',
      headers: { 'X-GitLab-Commit-ID': 'c'.repeat(40) },
    });
    expect(scene.identity.mails[0]!.text).toContain(`Ada commented on commit cccccccc (Add a):

a.txt:3
> -a < b
> +\ta <= b

nice

-- 
View it: ${BASE}/ada/m${scene.projects}/-/commit/${'c'.repeat(40)}#note_8
`);
    await scene.choose(carol, project, 'watch');
    await scene.choose(bob, project, 'disabled');
    await scene.handle(OnCommitCommented, commented);
    expect(await scene.sent()).toEqual([`3: ${subject}`]);
    scene.identity.addresses.clear();
    commenters.length = 0;
  });

  it('about a commit end by their link, until the user comments on it', async () => {
    const project = await scene.newProject();
    for (const watcher of [bob, carol]) await scene.choose(watcher, project, 'watch');
    const commented = { projectId: project, commentId: 8, commitId: 'c'.repeat(40), authorId: ada.userId };
    const subject = `Re: m${scene.projects} | Add a (cccccccc)`;
    await scene.handle(OnCommitCommented, commented);
    expect(await scene.sent()).toEqual([`2: ${subject}`, `3: ${subject}`]);
    const mail = scene.identity.mails.find(({ userId }) => userId === bob.userId)!;
    const [, link = ''] = /No more mails about this commit: (\S+)/.exec(mail.text)!;
    const page = link.slice(BASE.length);
    expect(mail.html).toContain(`<a href="${link}">No more mails about this commit</a>`);
    expect(mail.headers['List-Unsubscribe']).toBe(`<${link}>`);
    expect((await app.fetch(null, page)).body.toString()).toContain('<h1>End the mails about a commit</h1>');
    expect((await new PageBrowser(app).send(dan, page, `${page}d`)).status).toBe(200);
    await scene.handle(OnCommitCommented, commented);
    expect(await scene.sent()).toEqual([`3: ${subject}`]);
    await scene.handle(OnCommitCommented, { ...commented, commitId: 'd'.repeat(40) });
    expect(await scene.sent()).toHaveLength(2);
    await scene.handle(OnCommitCommented, { ...commented, authorId: bob.userId });
    await scene.sent();
    await scene.handle(OnCommitCommented, commented);
    expect(await scene.sent()).toEqual([`2: ${subject}`, `3: ${subject}`]);
  });

  it('about a commit that no ref reaches go to members only', async () => {
    const project = await scene.newProject('public');
    for (const watcher of [carol, dan]) await scene.choose(watcher, project, 'watch');
    const repository = app.get(FakeRepository);
    const commented = { projectId: project, commentId: 8, commitId: 'c'.repeat(40), authorId: ada.userId };
    const subject = `Re: m${scene.projects} | Add a (cccccccc)`;
    await scene.handle(OnCommitCommented, commented);
    expect(await scene.sent()).toEqual([`3: ${subject}`, `4: ${subject}`]);
    await scene.handle(OnCommitCommented, commented);
    repository.unreachable = true;
    expect(await scene.sent()).toEqual([`3: ${subject}`]);
    repository.unreachable = false;
  });

  it('tell users of their failed and fixed pipelines', async () => {
    const project = await scene.newProject();
    const pipeline = (status: 'failed' | 'success', previousStatus: 'failed' | 'success' | null) =>
      app.get(FakeCi).pipelines.set(5, {
        ...{ id: 5, iid: 1, projectId: project, sha: 'c'.repeat(40), ref: 'main', tag: false, beforeSha: null },
        ...{ source: 'push', userId: 2, createdAt: AT, startedAt: AT, finishedAt: AT, duration: 1, queuedDuration: 1 },
        ...{ status, jobs: [], previousStatus },
      });
    const ended = (status: 'failed' | 'success') =>
      scene.handle(OnPipelineUpdated, { projectId: project, pipelineId: 5, status });
    pipeline('failed', null);
    await ended('failed');
    expect(await scene.sent()).toEqual([`2: m${scene.projects} | Failed pipeline for main | cccccccc`]);
    pipeline('success', 'failed');
    await ended('success');
    expect(await scene.sent()).toEqual([`2: m${scene.projects} | Fixed pipeline for main | cccccccc`]);
    pipeline('success', 'success');
    await ended('success');
    expect(await scene.sent()).toEqual([]);
  });

  it('end by their header for one record, by the page or by the mail program', async () => {
    const project = await scene.newProject();
    const issue = await scene.newIssue(project, { assignee_ids: [bob.userId, carol.userId] });
    await scene.sent();
    const page = linkTo(bob);
    expect(await htmlOf(page)).toMatch(/<h1>End the mails about an issue<[^]*unless you are mentioned/);
    expect((await new PageBrowser(app).send(dan, page, `${page}d`)).status).toBe(200);
    expect(await post(linkTo(carol))).toBe(204);
    const comment = (body: string) => app.request(ada, 'POST', `${issue}/notes`, { body });
    await comment('Ready?');
    expect(await scene.sent()).toEqual([]);
    await comment('@bob?');
    expect(await scene.sent()).toEqual([`2: Re: m${scene.projects} | One (#1)`]);
    await scene.newIssue(project, { assignee_ids: [bob.userId] });
    expect(await scene.sent()).toEqual([`2: m${scene.projects} | One (#2)`]);
    const forged = page.replace(/.(?=...\/unsubscribe$)/, (letter) => (letter === 'x' ? 'y' : 'x'));
    expect([(await app.fetch(null, forged)).status, await post(forged)]).toEqual([404, 404]);
    await app.request(ada, 'DELETE', issue);
    expect(await post(page)).toBe(204);
  });

  it('end by their header for one merge request', async () => {
    const project = await scene.newProject();
    scene.mergeRequest(project);
    const merged = {
      ...{ projectId: project, mergeRequestId: 70, iid: 7, targetBranch: 'main', userId: 1, sha: 'a'.repeat(40) },
      ...{ mergeCommit: null, closing: [] },
    };
    await scene.handle(OnMergeRequestMerged, merged);
    expect(await scene.sent()).toHaveLength(2);
    expect(await htmlOf(linkTo(bob))).toContain('<h1>End the mails about a merge request</h1>');
    expect(await post(linkTo(bob))).toBe(204);
    await scene.handle(OnMergeRequestMerged, merged);
    expect(await scene.sent()).toEqual([`3: Re: m${scene.projects} | Topic (!7)`]);
  });

  it('have a link that ends those about the project', async () => {
    const project = await scene.newProject();
    await scene.newIssue(project, { assignee_ids: [bob.userId] });
    await scene.sent();
    const [, link = ''] = /No more mails about ada\/m\d+: (\S+)/.exec(scene.identity.mails[0]!.text)!;
    const page = link.slice(BASE.length);
    const level = async () => (await app.request(bob, 'GET', `/projects/${project}/notification_settings`)).body.level;
    expect([await htmlOf(page), await level()]).toEqual([expect.stringContaining(`action="${page}d"`), 'global']);
    expect((await new PageBrowser(app).send(carol, page, `${page}d`)).status).toBe(200);
    expect(await level()).toBe('disabled');
  });

  /** Path of the link in the header of the mail to a user. */
  function linkTo({ userId }: typeof bob): string {
    const mail = scene.identity.mails.find((each) => each.userId === userId)!;
    return mail.headers['List-Unsubscribe']!.slice(1 + BASE.length, -1);
  }

  async function htmlOf(path: string): Promise<string> {
    return (await app.fetch(null, path)).body.toString();
  }

  /** Sends the request of a mail program (RFC 8058). @returns its status */
  async function post(url: string): Promise<number> {
    const headers = { 'content-type': 'application/x-www-form-urlencoded', 'x-hearth-caller': 'null' };
    return (await app.app.inject({ method: 'POST', url, headers, payload: 'List-Unsubscribe=One-Click' })).statusCode;
  }
});
