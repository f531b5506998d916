import type { JobDataOf } from '@hearth/jobs';
import { PageBrowser } from '@hearth/testing';
import type { SendDigestJob } from '../jobs.js';
import { BASE, MailScene } from '../testing/mail-scene.js';
import { DigestsStore } from './digests.store.js';
import { QueueDigests } from './queue-digests.js';
import { SendDigest } from './send-digest.js';

describe('mails of users with a digest', () => {
  const scene = MailScene.inBlock();
  const { app, ada, bob, carol } = scene;

  const PAGE = '/-/profile/notifications';
  const HOUR_MS = 60 * 60 * 1000;
  const chooseDigest = (digest: string) =>
    new PageBrowser(app).send(bob, PAGE, PAGE, { level: 'participating', digest });
  /** Makes the digests that are due a time from now. @returns their jobs */
  async function digestsAfter(ms: number) {
    const { signal } = new AbortController();
    await app.get(QueueDigests).execute({}, { signal }, new Date(Date.now() + ms));
    return scene.jobs<JobDataOf<typeof SendDigestJob>>('send-digest');
  }

  it('are gathered into one, which leaves out what the user may not read any more', async () => {
    const [project, other] = [await scene.newProject(), await scene.newProject()];
    expect((await chooseDigest('hour')).status).toBe(303);
    await scene.newIssue(project, { description: 'Look @bob and @carol', title: 'One' });
    await scene.newIssue(other, { description: '@bob', title: 'Hidden' });
    const issue = await scene.newIssue(project, { assignee_ids: [bob.userId], title: 'Two' });
    await app.request(ada, 'POST', `${issue}/notes`, { body: 'Ready?' });
    expect(await scene.sent()).toEqual([expect.stringMatching(/^3: .* One \(#1\)$/)]);
    await app.testDatabase.query('delete from project_members where project_id = $1', [other]);
    expect(await digestsAfter(HOUR_MS / 2)).toEqual([]);
    const [job, ...more] = await digestsAfter(HOUR_MS + 60_000);
    expect([job!.userId, more, await digestsAfter(HOUR_MS + 60_000)]).toEqual([2, [], []]);
    scene.identity.mails.length = 0;
    for (const _ of [1, 2]) await app.get(SendDigest).execute(job!);
    expect(scene.identity.mails).toHaveLength(1);
    const [mail] = scene.identity.mails;
    expect(mail).toMatchObject({ userId: 2, subject: '3 notifications', inReplyTo: null });
    expect(mail!.text).toContain(
      `- Ada opened issue #1 (One).\n  Look @bob and @carol\n  ${BASE}/ada/m${scene.projects - 1}/-/issues/1\n`,
    );
    expect(mail!.text).toContain('- Ada commented on issue #2 (Two):\n  Ready?\n');
    expect(mail!.text).not.toContain('Hidden');
    expect(mail!.html).toContain('Ada commented on issue #2 (Two):');
    expect(mail!.html).not.toMatch(/<(?:img|link|script|style)|href="\/|src=/);
  });

  it('are sent again with the same Message-ID after a failure, and dropped after days', async () => {
    const project = await scene.newProject();
    await chooseDigest('day');
    await scene.newIssue(project, { description: '@bob' });
    await scene.sent();
    expect(await digestsAfter(2 * HOUR_MS)).toEqual([]);
    const [job] = await digestsAfter(25 * HOUR_MS);
    const dies = jest.spyOn(app.get(DigestsStore), 'delete').mockRejectedValueOnce(new Error('gone'));
    await expect(app.get(SendDigest).execute(job!)).rejects.toThrow('gone');
    dies.mockRestore();
    await scene.newIssue(project, { description: '@bob' });
    await scene.deliver();
    await app.get(SendDigest).execute(job!);
    const ids = scene.identity.mails.map(({ messageId, subject }) => [messageId, subject]);
    expect(ids).toEqual([1, 2].map(() => [`<digest_${job!.batch}@git.example.org>`, '1 notification']));
    await digestsAfter(25 * HOUR_MS);
    await digestsAfter(5 * 24 * HOUR_MS);
    expect(await app.testDatabase.query('select from digest_entries')).toEqual([]);
  });

  it('have a link that ends all mails', async () => {
    const project = await scene.newProject();
    await scene.choose(bob, project, 'watch');
    await chooseDigest('hour');
    await scene.newIssue(project);
    await scene.sent();
    const [job] = await digestsAfter(2 * HOUR_MS);
    await app.get(SendDigest).execute(job!);
    const link = scene.identity.mails[0]!.headers['List-Unsubscribe']!.slice(1 + BASE.length, -1);
    expect((await app.fetch(null, link)).body.toString()).toContain('End all mails');
    expect((await new PageBrowser(app).send(carol, link, `${link}d`)).status).toBe(200);
    for (const path of ['', `/projects/${project}`])
      expect((await app.request(bob, 'GET', `${path}/notification_settings`)).body.level).toBe('disabled');
  });
});
