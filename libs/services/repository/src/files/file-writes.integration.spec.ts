import { GitProjects } from '../testing/git-projects.js';
import type { FakeProject } from '../testing/fake-services.js';
import { RepositoryApp } from '../testing/repository-app.js';

const app = RepositoryApp.inBlock();
const projects = new GitProjects(app);

const BASE = { branch: 'main', commit_message: 'by the API' };

async function ask(
  method: 'POST' | 'PUT' | 'DELETE',
  project: FakeProject,
  path: string,
  body: object,
  headers: Record<string, string> = {},
): Promise<{ status: number; body: unknown }> {
  const url = `/api/v4/projects/${project.id}/repository/files/${encodeURIComponent(path)}`;
  const response = await app.send(url, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
    as: projects.master,
  });
  const text = await response.text();
  return { status: response.status, body: text === '' ? undefined : JSON.parse(text) };
}

describe('a file', () => {
  it('is created, updated and deleted, each by a commit', async () => {
    const { project, client } = await projects.start();
    const path = 'folder/a b%.txt';
    const log = async (branch = 'main') => {
      await client.run(['fetch', '--quiet', 'origin']);
      return client.lines('log', '-1', '--format=%an %s', '--name-status', `origin/${branch}`);
    };
    const author = { author_name: 'Ada', author_email: 'ada@example.com' };
    expect(await ask('POST', project, path, { ...BASE, ...author, content: 'a\r\n' })).toEqual({
      ...{ status: 201, body: { file_path: path, branch: 'main' } },
    });
    expect(await log()).toEqual(['Ada by the API', '', `A\t${path}`]);
    const last_commit_id = await client.idOf('origin/main');
    const update = { ...BASE, content: Buffer.from('b\r\n').toString('base64'), encoding: 'base64', last_commit_id };
    expect(await ask('PUT', project, path, update)).toEqual({ status: 200, body: { file_path: path, branch: 'main' } });
    expect(await log()).toEqual(['Name of master by the API', '', `M\t${path}`]);
    expect((await client.run(['show', `origin/main:${path}`])).toString()).toBe('b\r\n');
    await ask('PUT', project, path, { ...BASE, content: 'c', execute_filemode: true });
    await client.run(['fetch', '--quiet', 'origin']);
    expect(await client.lines('ls-tree', '-r', '--format=%(objectmode)', 'origin/main', path)).toEqual(['100755']);

    expect(await ask('PUT', project, path, update)).toEqual({
      ...{
        status: 400,
        body: { message: 'You are attempting to update a file that has changed since you started editing it.' },
      },
    });
    expect(await ask('DELETE', project, path, { ...BASE, last_commit_id })).toEqual({
      ...{ status: 400, body: { message: 'You are attempting to delete a file that has been previously updated.' } },
    });
    const early = { 'if-unmodified-since': 'Thu, 01 Jan 1970 00:00:00 GMT' };
    expect((await ask('DELETE', project, path, BASE, early)).status).toBe(412);
    const topic = { ...BASE, branch: 'topic', start_branch: 'main' };
    expect(await ask('DELETE', project, path, topic)).toEqual({ status: 204, body: undefined });
    expect(await log('topic')).toEqual(['Name of master by the API', '', `D\t${path}`]);
  });

  it.each<['POST' | 'PUT' | 'DELETE', string, object, object]>([
    ['POST', 'first.txt', { ...BASE, content: '' }, { message: 'A file with this name already exists' }],
    ['PUT', 'none', { ...BASE, content: '' }, { message: "A file with this name doesn't exist" }],
    ['DELETE', 'none', BASE, { message: "A file with this name doesn't exist" }],
    [
      'DELETE',
      'none',
      { ...BASE, branch: 'none' },
      { message: 'You can only create or edit files when you are on a branch' },
    ],
    ['POST', '../a', { ...BASE, content: '' }, { message: 'Path cannot include directory traversal' }],
    ['POST', 'a\0b', { ...BASE, content: '' }, { error: 'file_path is invalid' }],
    ['POST', 'a', { ...BASE, content: '', encoding: 'rot13' }, { error: 'encoding does not have a valid value' }],
    ['POST', 'a', {}, { error: 'branch is missing, commit_message is missing, content is missing' }],
  ])('%s of %p is refused', async (method, path, body, answer) => {
    one ??= (await projects.start()).project;
    const published = (await projects.journal(one)).published;
    expect(await ask(method, one, path, body)).toEqual({ status: 400, body: answer });
    expect((await projects.journal(one)).published).toEqual(published);
  });

  let one: FakeProject | undefined;
});

describe('the first file of a project', () => {
  afterEach(() => (app.services.isDeaf = false));

  it('makes its branch the default one, which projects hears of before the client does', async () => {
    const project = projects.make();
    const first = { ...BASE, branch: 'trunk', content: 'a' };
    expect((await ask('POST', project, 'a', first)).status).toBe(201);
    const told = app.services.defaultBranches.get(project.id);
    expect(told).toEqual({ sequence: expect.any(Number), defaultBranch: 'trunk' });
    expect((await ask('POST', project, 'b', { ...first, branch: 'topic', start_branch: 'trunk' })).status).toBe(201);
    expect(app.services.defaultBranches.get(project.id)).toBe(told);
  });

  it('is created although projects is down', async () => {
    app.services.isDeaf = true;
    const project = projects.make();
    expect((await ask('POST', project, 'a', { ...BASE, content: 'a' })).status).toBe(201);
    expect(app.services.defaultBranches.has(project.id)).toBe(false);
  });
});
