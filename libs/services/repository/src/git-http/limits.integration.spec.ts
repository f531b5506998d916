import { randomBytes } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { request, type ClientRequest, type IncomingMessage } from 'node:http';
import path from 'node:path';
import { once } from 'node:events';
import { waitFor } from '@hearth/testing';
import { Storages } from '../storages/storages.js';
import type { FakeProject } from '../testing/fake-services.js';
import { GitProjects } from '../testing/git-projects.js';
import { RepositoryApp } from '../testing/repository-app.js';

const REFS = '/info/refs?service=git-upload-pack';

const app = RepositoryApp.inBlock({
  HEARTH_GIT_PROCESSES: '8',
  HEARTH_GIT_PER_ADDRESS: '2',
  HEARTH_GIT_WAIT: '100ms',
  HEARTH_PUSH_LIMIT: '256KiB',
  HEARTH_REPOSITORY_LIMIT: '1MiB',
});
const projects = new GitProjects(app);

const folderOf = (project: FakeProject): string => app.get(Storages).pathOf('here', project.id);

/** Returns the gits that serve fetches of the project. */
async function processesOf(project: FakeProject): Promise<number> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const lines = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')));
  return lines.filter((line) => line.includes('upload-pack') && line.includes(folderOf(project))).length;
}

/** Sends only the beginning of a fetch. */
function beginFetch(project: FakeProject): ClientRequest {
  const sent = request(`${app.url}/${project.fullPath}.git/git-upload-pack`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-git-upload-pack-request' },
  });
  sent.on('error', () => undefined);
  sent.write('00');
  return sent;
}

describe('fetches that do not end', () => {
  it('admit their share and refuse requests above it', async () => {
    const { project } = await projects.start('public');
    const begun = Array.from({ length: 40 }, () => beginFetch(project));
    let most = 0;
    const answers = begun.map(async (sent) => ((await once(sent, 'response')) as [IncomingMessage])[0]);
    const refused: IncomingMessage[] = [];
    for (const answer of answers) void answer.then((response) => refused.push(response)).catch(() => undefined);
    await waitFor('the others to be refused', async () => {
      most = Math.max(most, await processesOf(project));
      return refused.length === 38;
    });
    // The wants of anonymous callers are checked first: no git waits for the rest of their requests.
    expect(most).toBe(0);
    expect(refused.map(({ statusCode }) => statusCode)).toEqual(new Array(38).fill(503));
    expect(refused[0]!.headers['retry-after']).toBe('10');
    const stranger = await app.clientFolder('stranger');
    const { stderr } = await stranger.attempt(['ls-remote', app.remote(project.fullPath)]);
    expect(stderr).toContain('remote: Too many fetches and pushes are running at once.');
    const { project: hidden } = await projects.start();
    const member = await app.clientFolder('member');
    await member.run(['clone', '--quiet', app.remote(hidden.fullPath, projects.reporter), '.']);
    for (const sent of begun) sent.destroy();
    await waitFor('git to be gone', async () => (await processesOf(project)) === 0);
    expect((await app.send(`/${project.fullPath}.git${REFS}`)).status).toBe(200);
  });
});

describe('a fetch', () => {
  it('of an unknown encoding has no slot any more once it is refused', async () => {
    const { project } = await projects.start('public');
    const headers = { 'content-type': 'application/x-git-upload-pack-request', 'content-encoding': 'br' };
    const fetches = Array.from({ length: 3 }, () => ({ method: 'POST', headers, body: '0000' }));
    const answers = [];
    for (const each of fetches) answers.push(await app.send(`/${project.fullPath}.git/git-upload-pack`, each));
    expect(answers.map(({ status }) => status)).toEqual([400, 400, 400]);
    const visitor = await app.clientFolder('visitor');
    await visitor.run(['clone', '--quiet', app.remote(project.fullPath), '.']);
  });
});

describe('a push', () => {
  it('whose pack is too large is refused in words of git', async () => {
    const { project, client } = await projects.start();
    await projects.commit(client, 'large', randomBytes(512 * 1024));
    const { code, stderr } = await client.attempt(['push', 'origin', 'main']);
    expect(stderr).toContain('pack exceeds maximum allowed size');
    expect(code).not.toBe(0);
    expect(await readdir(path.join(folderOf(project), 'objects', 'pack'))).toHaveLength(2);
  });

  it('to a full repository may only delete', async () => {
    const { project, client } = await projects.start();
    await client.run(['push', '--quiet', 'origin', 'main:topic']);
    const db = app.database;
    await db.query('update repositories set size_bytes = $2 where project_id = $1', [project.id, 1024 * 1024]);
    await projects.commit(client, 'second');
    const { stderr } = await client.attempt(['push', 'origin', 'main']);
    expect(stderr).toContain('remote: The repository has reached its size limit of 1 MiB.');
    await client.run(['push', '--quiet', 'origin', ':topic']);
  });

  it('is bound by the limit of its project, as are commits of the API; 0 is no limit', async () => {
    const { project, client } = await projects.start();
    await client.run(['push', '--quiet', 'origin', 'main:topic']);
    const db = app.database;
    await db.query('update repositories set size_bytes = $2 where project_id = $1', [project.id, 512 * 1024]);
    project.repositorySizeLimit = 512 * 1024;
    await projects.commit(client, 'second');
    const push = () => client.attempt(['push', 'origin', 'main']);
    expect((await push()).stderr).toContain('remote: The repository has reached its size limit of 512 KiB.');
    const file = (name: string) =>
      app.send(`/api/v4/projects/${project.id}/repository/files/${name}`, {
        ...{ method: 'POST', as: projects.master, headers: { 'content-type': 'application/json' } },
        body: JSON.stringify({ branch: 'main', content: 'x', commit_message: name }),
      });
    const refused = await file('one');
    expect([refused.status, await refused.json()]).toEqual([
      400,
      { message: 'The repository has reached its size limit of 512 KiB.' },
    ]);
    await client.run(['push', '--quiet', 'origin', ':topic']);
    project.repositorySizeLimit = 513 * 1024;
    await projects.commit(client, 'large', randomBytes(8 * 1024));
    expect((await push()).stderr).toContain('pack exceeds maximum allowed size');
    await db.query('update repositories set size_bytes = $2 where project_id = $1', [project.id, 1024 * 1024]);
    project.repositorySizeLimit = 0;
    expect(await push()).toMatchObject({ code: 0 });
  });

  it('is bound by the limit of its namespace, if that has less left', async () => {
    const { project, client } = await projects.start();
    await client.run(['push', '--quiet', 'origin', 'main:topic']);
    Object.assign(project, { storageSizeLimit: 2048 * 1024, namespaceBytes: 2048 * 1024 });
    await projects.commit(client, 'second');
    const push = () => client.attempt(['push', 'origin', 'main']);
    expect((await push()).stderr).toContain('remote: The namespace has reached its size limit of 2 MiB.');
    await client.run(['push', '--quiet', 'origin', ':topic']);
    project.namespaceBytes -= 4 * 1024;
    await projects.commit(client, 'large', randomBytes(8 * 1024));
    expect((await push()).stderr).toContain('pack exceeds maximum allowed size');
    project.storageSizeLimit = null;
    expect(await push()).toMatchObject({ code: 0 });
  });

  it('is refused a ref that differs only in case where file names ignore it', async () => {
    const { project, client } = await projects.start();
    await client.run(['push', '--quiet', 'origin', 'main:Main']);
    // A file system that ignores case finds HEAD under this name.
    await writeFile(path.join(folderOf(project), 'head'), '');
    const { code, stderr } = await client.attempt(['push', 'origin', 'main:refs/heads/topic', 'main:refs/heads/TOPIC']);
    expect(stderr).toContain('remote: The name refs/heads/TOPIC differs only in case from refs/heads/topic');
    expect(code).not.toBe(0);
    await projects.commit(client, 'second');
    await client.run(['push', '--quiet', 'origin', 'main', 'main:other']);
    expect((await client.attempt(['push', 'origin', 'main:MAIN'])).stderr).toContain('differs only in case');
  });
});
