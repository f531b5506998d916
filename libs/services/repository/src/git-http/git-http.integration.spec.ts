import { randomBytes } from 'node:crypto';
import { AccessLevel, type Principal } from '@hearth/contract-kit';
import { makeRepository } from '@hearth/testing';
import { packCacheMetrics } from '../git/pack-cache/pack-cache-metrics.js';
import { PUSH_REFUSALS } from '../protection/push.rules.js';
import type { FakeProject } from '../testing/fake-services.js';
import { GitProjects } from '../testing/git-projects.js';
import { CORRELATION_ID, RepositoryApp } from '../testing/repository-app.js';

const REFS = '/info/refs?service=git-upload-pack';

const app = RepositoryApp.inBlock();
const projects = new GitProjects(app);

describe('push and clone', () => {
  it('carries a whole repository there and back', async () => {
    const project = projects.make();
    const { git: source, remove } = await makeRepository('repository-http');
    await source.run(['push', '--quiet', '--mirror', app.remote(project.fullPath, projects.master)]);
    const clone = await app.clientFolder('sample-clone');
    await clone.run(['clone', '--quiet', '--mirror', app.remote(project.fullPath, projects.reporter), '.']);
    await clone.run(['fsck', '--strict']);
    expect(await clone.lines('for-each-ref')).toEqual(await source.lines('for-each-ref'));
    await remove();
  });

  it('clones an empty repository, made by the first who asks', async () => {
    const project = projects.make();
    const clone = await app.clientFolder('empty');
    await clone.run(['clone', '--quiet', app.remote(project.fullPath, projects.reporter), '.']);
    expect(await clone.lines('for-each-ref')).toEqual([]);
  });

  it('lets anonymous users clone a public project', async () => {
    const { project } = await projects.start('public');
    const clone = await app.clientFolder('public');
    await clone.run(['clone', '--quiet', '--depth', '1', app.remote(project.fullPath), '.']);
    expect(await clone.text('symbolic-ref', 'HEAD')).toBe('refs/heads/main');
  });

  it('checks rights before a shared answer is sent', async () => {
    const { project, client } = await projects.start('public');
    const clone = async (as?: Principal) => {
      const folder = await app.clientFolder(`shared-${randomBytes(4).toString('hex')}`);
      return folder.attempt(['clone', '--quiet', '--depth', '1', app.remote(project.fullPath, as), '.']);
    };
    const hits = async () => {
      const { values } = await packCacheMetrics.requests.get();
      return values.find(({ labels }) => labels.command === 'fetch' && labels.result === 'hit')?.value ?? 0;
    };
    const before = await hits();
    for (let round = 0; round < 2; round++) expect(await clone()).toMatchObject({ code: 0 });
    expect(await hits()).toBe(before + 1);
    project.visibility = 'private';
    expect((await clone()).stderr).toContain('could not read Username');
    expect((await clone(projects.stranger)).stderr).toContain('not found');
    expect(await clone(projects.reporter)).toMatchObject({ code: 0 });
    project.members.delete(projects.reporter.userId);
    expect((await clone(projects.reporter)).stderr).toContain('not found');
    await client.run(['fetch', '--quiet', 'origin']);
  });

  it('takes a push that is larger than one request buffer', async () => {
    const { project, client } = await projects.start();
    const id = await projects.commit(client, 'large', randomBytes(3_000_000));
    await client.run(['push', '--quiet', 'origin', 'main']);
    expect((await projects.journal(project)).published.at(-1)).toEqual(['refs/heads/main', expect.any(String), id]);
  });

  it('is told of once for each ref, before the client hears of it', async () => {
    const project = projects.make();
    const client = await projects.client(project, projects.master);
    const first = await client.idOf('HEAD');
    await client.run(['tag', 'v1']);
    await client.run(['push', '--quiet', 'origin', 'main', 'v1']);
    expect(await projects.journal(project)).toEqual({
      states: ['settled', 'settled'],
      published: [
        ['refs/heads/main', null, first],
        ['refs/tags/v1', null, first],
      ],
    });
    await client.run(['push', '--quiet', 'origin', ':refs/tags/v1']);
    expect((await projects.journal(project)).published.at(-1)).toEqual(['refs/tags/v1', first, null]);
    const origins = await app.database.query('select distinct actor, correlation from outbox where key = $1', [
      String(project.id),
    ]);
    expect(origins).toEqual([{ actor: projects.master.userId, correlation: CORRELATION_ID }]);
  });

  it('follows the old URL without .git', async () => {
    const { project } = await projects.start();
    const clone = await app.clientFolder('redirected');
    const url = app.remote(project.fullPath, projects.reporter).replace(/\.git$/, '');
    await clone.run(['clone', '--quiet', url, '.']);
    expect(await clone.text('symbolic-ref', 'HEAD')).toBe('refs/heads/main');
  });
});

describe('what git is answered', () => {
  let hidden: FakeProject;
  let open: FakeProject;

  beforeAll(() => {
    hidden = projects.make();
    open = projects.make('public');
  });

  const answer = async (response: Response) => ({
    status: response.status,
    text: await response.text(),
    challenge: response.headers.get('www-authenticate'),
  });
  const CHALLENGE = { status: 401, text: 'HTTP Basic: Access denied', challenge: 'Basic realm="GitLab"' };

  it('asks for credentials wherever they could help', async () => {
    const push = REFS.replace('upload', 'receive');
    for (const at of [hidden.fullPath, 'missing/project']) {
      expect(await answer(await app.send(`/${at}.git${REFS}`))).toEqual(CHALLENGE);
    }
    expect(await answer(await app.send(`/${open.fullPath}.git${push}`))).toEqual(CHALLENGE);
  });

  it('hides a project from who may not see it as if there were none', async () => {
    const answers = await Promise.all(
      [hidden.fullPath, 'missing/project', '%00', '123'].map(async (at) =>
        answer(await app.send(`/${at}.git${REFS}`, { as: projects.stranger })),
      ),
    );
    const text = 'The project you were looking for could not be found.';
    for (const each of answers) expect(each).toEqual({ status: 404, text, challenge: null });
  });

  it('gives the reason why an anonymous push is refused', async () => {
    const push = REFS.replace('upload', 'receive');
    const refused = await answer(await app.send(`/${hidden.fullPath}.git${push}`, { as: projects.reporter }));
    expect(refused).toEqual({ status: 403, text: PUSH_REFUSALS.pushCode, challenge: null });
    const guest = app.admit(app.services.addUser('guest'));
    hidden.members.set(guest.userId, AccessLevel.guest);
    const download = await answer(await app.send(`/${hidden.fullPath}.git${REFS}`, { as: guest }));
    expect(download.text).toBe('You are not allowed to download code from this project.');
  });

  it('keeps tokens within their scopes', async () => {
    const push = REFS.replace('upload', 'receive');
    const reading = app.admit(app.services.addUser('reading', 'read_repository'));
    hidden.members.set(reading.userId, AccessLevel.master);
    expect((await app.send(`/${hidden.fullPath}.git${REFS}`, { as: reading })).status).toBe(200);
    expect((await app.send(`/${hidden.fullPath}.git${push}`, { as: reading })).status).toBe(403);
  });

  it('speaks only the smart protocol', async () => {
    expect((await app.send(`/${open.fullPath}.git/info/refs`)).status).toBe(403);
    expect((await app.send(`/${open.fullPath}.git/info/refs?service=git-upload-archive`)).status).toBe(403);
    expect((await app.send(`/${open.fullPath}.git/git-upload-pack`)).status).toBe(404);
  });

  it('sends clients to the URL with .git, query included', async () => {
    const response = await app.send(`/${open.fullPath}${REFS}&x=1%2F2`);
    expect(response.status).toBe(301);
    expect(response.headers.get('location')).toBe(`${app.url}/${open.fullPath}.git${REFS}&x=1%2F2`);
  });

  it('advertises with the headers of the protocol', async () => {
    const response = await app.send(`/${open.fullPath}.git${REFS}`);
    expect(response.headers.get('content-type')).toBe('application/x-git-upload-pack-advertisement');
    expect(response.headers.get('cache-control')).toBe('no-cache, max-age=0, must-revalidate');
    expect(response.headers.get('pragma')).toBe('no-cache');
    expect((await response.text()).startsWith('001e# service=git-upload-pack\n0000')).toBe(true);
    const second = await app.send(`/${open.fullPath}.git${REFS}`, { headers: { 'git-protocol': 'version=2' } });
    expect(await second.text()).toContain('version 2\n');
  });

  it('answers the probe of a large push', async () => {
    const response = await app.send(`/${hidden.fullPath}.git/git-receive-pack`, {
      method: 'POST',
      as: projects.master,
      body: '0000',
      headers: { 'content-type': 'application/x-git-receive-pack-request' },
    });
    expect([response.status, await response.text()]).toEqual([200, '']);
    expect(response.headers.get('content-type')).toBe('application/x-git-receive-pack-result');
  });

  it('refuses what is not git', async () => {
    const ask = (body: string, type: string) =>
      app.send(`/${open.fullPath}.git/git-upload-pack`, { method: 'POST', body, headers: { 'content-type': type } });
    expect((await ask('0000', 'application/x-git-receive-pack-request')).status).toBe(415);
    expect((await ask('{}', 'application/json')).status).toBe(415);
    expect((await ask('nonsense', 'application/x-git-upload-pack-request')).status).toBeGreaterThanOrEqual(400);
  });
});

describe('a deleted project', () => {
  it('is gone for git at once', async () => {
    const { project, client } = await projects.start();
    app.services.removeProject(project);
    const { code, stderr } = await client.attempt(['fetch', 'origin']);
    expect([code, stderr]).toEqual([128, expect.stringContaining('not found')]);
  });
});
