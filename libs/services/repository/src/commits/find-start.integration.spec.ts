import type { Principal } from '@hearth/contract-kit';
import { Git as Client } from '@hearth/testing';
import { RepositoriesStore } from '../repositories/repositories.store.js';
import { Storages } from '../storages/storages.js';
import type { FakeProject } from '../testing/fake-services.js';
import { GitProjects } from '../testing/git-projects.js';
import { RepositoryApp } from '../testing/repository-app.js';

const app = RepositoryApp.inBlock();
const projects = new GitProjects(app);

async function post(project: FakeProject, body: object, as: Principal = projects.master) {
  const response = await app.send(`/api/v4/projects/${project.id}/repository/commits`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    as,
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

async function files(client: Client, branch: string): Promise<string[]> {
  await client.run(['fetch', '--quiet', 'origin']);
  return client.lines('ls-tree', '-r', '--name-only', `origin/${branch}`);
}

describe('the start of a batch commit', () => {
  const actions = [{ action: 'create', file_path: 'new', content: 'x' }];
  const onTopic = { branch: 'topic', commit_message: 'by the API', actions };

  it('is a commit', async () => {
    const { project, client } = await projects.start();
    const first = await client.idOf('HEAD');
    await projects.commit(client, 'second');
    await client.run(['push', '--quiet', 'origin', 'main']);
    const answer = await post(project, { ...onTopic, start_sha: first.toUpperCase() }, projects.developer);
    expect(answer).toMatchObject({ status: 201, body: { parent_ids: [first] } });
    const start = async (body: object) => (await post(project, { ...onTopic, ...body })).body;
    for (const start_sha of ['main', first.slice(0, 10)])
      expect(await start({ start_sha })).toEqual({ message: `Invalid start_sha '${start_sha}'` });
    const none = '1'.repeat(40);
    expect(await start({ start_sha: none })).toEqual({ message: `Cannot find start_sha '${none}'` });
    expect(await start({ start_sha: first, start_branch: 'main' })).toEqual({
      error: 'start_branch, start_sha are mutually exclusive',
    });
    expect(await start({ start_sha: first, branch: 'main' })).toEqual({
      message: "A branch called 'main' already exists. Switch to that branch in order to make changes",
    });
  });

  it('overwrites a branch on request, but no protected one', async () => {
    const { project, client } = await projects.start();
    const first = await client.idOf('HEAD');
    await projects.commit(client, 'second');
    await client.run(['push', '--quiet', 'origin', 'main', 'main:topic']);
    const forced = { ...onTopic, start_sha: first, force: true };
    expect((await post(project, forced, projects.developer)).body).toMatchObject({ parent_ids: [first] });
    expect(await files(client, 'topic')).toEqual(['first.txt', 'new']);
    const byBranch = await post(project, { ...onTopic, start_branch: 'main', force: true }, projects.developer);
    expect(byBranch.body).toMatchObject({ parent_ids: [await client.idOf('HEAD')] });
    expect(await post(project, { ...forced, branch: 'main' })).toEqual({
      status: 400,
      body: { message: 'You are not allowed to force push code to a protected branch on this project.' },
    });
    const { states } = await projects.journal(project);
    expect(states.filter((state) => state !== 'settled')).toEqual([]);
  });

  it('is a branch or commit of the project that it was forked from', async () => {
    const { project: source, client } = await projects.start();
    const { project: fork } = await projects.start();
    fork.forkedFromId = source.id;
    const tip = await projects.commit(client, 'of the source');
    await client.run(['push', '--quiet', 'origin', 'main']);
    const start = (body: object) => post(fork, { ...onTopic, start_project: source.id, ...body });
    const byBranch = await start({ branch: 'by-branch', start_branch: 'main', start_project: source.fullPath });
    expect(byBranch).toMatchObject({ status: 201, body: { parent_ids: [tip] } });
    expect((await start({ branch: 'by-sha', start_sha: tip })).body).toMatchObject({ parent_ids: [tip] });
    expect((await start({ start_branch: 'none' })).body).toEqual({
      message: 'You can only create or edit files when you are on a branch',
    });
    expect((await start({ start_sha: '2'.repeat(40) })).body).toEqual({
      message: `Cannot find start_sha '${'2'.repeat(40)}'`,
    });
    const forbidden = `403 Forbidden - Project is not included in the fork network for ${fork.fullPath}`;
    expect(await post(source, { ...onTopic, start_project: fork.id })).toEqual({
      status: 403,
      body: { message: forbidden },
    });
    source.members.delete(projects.master.userId);
    expect((await start({ start_branch: 'main' })).status).toBe(404);
  });

  it('is no commit of a branch or tag that is named like an id', async () => {
    const { project, client } = await projects.start();
    const named = '3'.repeat(40);
    await client.run(['push', '--quiet', 'origin', `main:refs/heads/${named}`]);
    const answer = await post(project, { ...onTopic, start_sha: named });
    expect(answer).toMatchObject({ status: 400, body: { message: `Cannot find start_sha '${named}'` } });
  });

  it('is no missing branch of the source, also where the fork is empty', async () => {
    const { project: source } = await projects.start();
    const fork = projects.make();
    fork.forkedFromId = source.id;
    const answer = await post(fork, { ...onTopic, start_project: source.id, start_branch: 'none' });
    expect(answer.body).toEqual({ message: 'You can only create or edit files when you are on a branch' });
  });

  it('is copied from the source only for callers who may push, and where there is room', async () => {
    const { project: source, client } = await projects.start();
    const { project: fork } = await projects.start();
    fork.forkedFromId = source.id;
    const tip = await projects.commit(client, 'of the source');
    await client.run(['push', '--quiet', 'origin', 'main']);
    const fromSource = { ...onTopic, start_project: source.id, start_sha: tip };
    expect((await post(fork, { ...fromSource, branch: 'main' }, projects.developer)).body).toEqual({
      message: 'You are not allowed to push into this branch',
    });
    fork.repositorySizeLimit = 1;
    const large = [{ action: 'create', file_path: 'new', content: 'more than a byte' }];
    expect((await post(fork, { ...fromSource, actions: large })).body).toMatchObject({
      message: expect.stringContaining('size limit') as string,
    });
    const disk = new Client(app.get(Storages).pathOf('here', fork.id));
    expect((await disk.attempt(['cat-file', '-e', tip])).code).not.toBe(0);
  });

  it('is a commit of a source on the storage of another process', async () => {
    const { project: fork, client } = await projects.start();
    const source = projects.make();
    fork.forkedFromId = source.id;
    await app.database.tx((tx) => app.get(RepositoriesStore).place(tx, source.id, 'elsewhere'));
    const first = await client.idOf('HEAD');
    app.services.elsewhere.set('refs/heads/main', { commit: first, branch: 'main' });
    const started = await post(fork, { ...onTopic, start_project: source.id, start_branch: 'main' });
    expect(started).toMatchObject({ status: 201, body: { parent_ids: [first] } });
  });
});
