import type { Principal } from '@hearth/contract-kit';
import type { Delivery } from '@hearth/messaging';
import { OnProjectDeleted } from '../events/on-project-deleted.js';
import { RemoveRepository } from '../repositories/remove-repository.js';
import type { FakeProject } from '../testing/fake-services.js';
import { GitProjects } from '../testing/git-projects.js';
import { RepositoryApp } from '../testing/repository-app.js';
import { MOST_LOCKS } from './lock.js';

interface Lock {
  readonly id: string;
  readonly path: string;
}

interface Answer {
  readonly lock: Lock;
  readonly locks: readonly Lock[];
  readonly next_cursor?: string;
}

describe('locks of git LFS', () => {
  const app = RepositoryApp.inBlock();
  const projects = new GitProjects(app);

  async function call(project: FakeProject, as: Principal | undefined, method: string, end: string, body?: unknown) {
    const response = await app.send(`/${project.fullPath}.git/info/lfs/locks${end}`, {
      method,
      ...(body !== undefined && {
        headers: { 'content-type': 'application/vnd.git-lfs+json' },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      }),
      ...(as && { as }),
    });
    expect(response.headers.get('content-type')).toBe('application/vnd.git-lfs+json');
    return { status: response.status, body: (await response.json()) as Answer };
  }
  const lock = (project: FakeProject, as: Principal | undefined, path: unknown) =>
    call(project, as, 'POST', '', { path, ref: { name: 'refs/heads/main' } });

  it('are one for each path, of whoever asked first', async () => {
    const { developer, master } = projects;
    const project = projects.make();
    const both = await Promise.all([lock(project, developer, 'a.psd'), lock(project, master, 'a.psd')]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409]);
    const made = both.find(({ status }) => status === 201)!.body.lock;
    expect(made).toEqual({
      ...{ id: expect.stringMatching(/^\d+$/), path: 'a.psd', locked_at: expect.stringMatching(/Z$/) },
      owner: { name: expect.any(String) },
    });
    expect(both.find(({ status }) => status === 409)!.body).toEqual({ lock: made, message: 'already locked' });
    expect(await lock(projects.make(), developer, 'a.psd')).toMatchObject({ status: 201 });
  });

  it('are listed in pages, found by path and id, and told apart by their owners', async () => {
    const { developer, master, reporter } = projects;
    const project = projects.make();
    const ids: string[] = [];
    for (const [as, path] of [
      [developer, 'a'],
      [master, 'dir/b'],
      [developer, 'c'],
    ] as const)
      ids.push((await lock(project, as, path)).body.lock.id);
    const first = (await call(project, reporter, 'GET', '?limit=2')).body;
    expect([first.locks.map(({ path }) => path), first.next_cursor]).toEqual([['a', 'dir/b'], ids[2]]);
    const second = (await call(project, reporter, 'GET', `?limit=2&cursor=${ids[2]}`)).body;
    expect(second).toMatchObject({ locks: [{ path: 'c' }] });
    expect(second).not.toHaveProperty('next_cursor');
    for (const [query, found] of [
      ['path=dir%2Fb', ['dir/b']],
      [`id=${ids[0]}`, ['a']],
      [`path=a&id=${ids[1]}`, []],
      ['path=none', []],
    ] as const) {
      const { body } = await call(project, reporter, 'GET', `?${query}`);
      expect(body.locks.map(({ path }) => path)).toEqual(found);
    }
    const { body } = await call(project, developer, 'POST', '/verify', { ref: { name: 'refs/heads/main' } });
    expect(body).toMatchObject({ ours: [{ path: 'a' }, { path: 'c' }], theirs: [{ path: 'dir/b' }] });
  });

  it('are ended by their owners, and by masters with force', async () => {
    const { developer, master } = projects;
    const project = projects.make();
    const made = async (as: Principal, path: string): Promise<string> => (await lock(project, as, path)).body.lock.id;
    const own = await made(developer, 'own');
    expect(await call(project, developer, 'POST', `/${own}/unlock`, {})).toMatchObject({
      ...{ status: 200, body: { lock: { id: own, path: 'own' } } },
    });
    expect(await call(project, developer, 'POST', `/${own}/unlock`, {})).toMatchObject({ status: 404 });
    const others = await made(master, 'other');
    for (const force of [false, true])
      expect(await call(project, developer, 'POST', `/${others}/unlock`, { force })).toMatchObject({ status: 403 });
    const developers = await made(developer, 'mine');
    expect(await call(project, master, 'POST', `/${developers}/unlock`, {})).toMatchObject({ status: 403 });
    expect(await call(projects.make(), master, 'POST', `/${developers}/unlock`, { force: true })).toMatchObject({
      status: 404,
    });
    expect(await call(project, master, 'POST', `/${developers}/unlock`, { force: true })).toMatchObject({
      status: 200,
    });
  });

  it('need the right to push, to read for the list, and an account', async () => {
    const { reporter } = projects;
    const project = projects.make();
    expect(await lock(project, reporter, 'a')).toMatchObject({ status: 403 });
    expect(await call(project, reporter, 'POST', '/verify', {})).toMatchObject({ status: 403 });
    expect(await lock(project, undefined, 'a')).toMatchObject({ status: 401 });
    expect(await call(project, undefined, 'GET', '')).toMatchObject({ status: 401 });
  });

  it('are verified by collaborators of a merge request, as each push does, and neither made nor ended by them', async () => {
    const { developer, stranger } = projects;
    const project = projects.make('public');
    app.services.collaborations.set(`${project.id}/${stranger.userId}`, ['topic']);
    const { id } = (await lock(project, developer, 'a')).body.lock;
    expect(await call(project, stranger, 'POST', '/verify', {})).toMatchObject({
      status: 200,
      body: { theirs: [{ id }] },
    });
    expect(await lock(project, stranger, 'b')).toMatchObject({ status: 403 });
    expect(await call(project, stranger, 'POST', `/${id}/unlock`, { force: true })).toMatchObject({ status: 403 });
  });

  it.each([
    ['POST', '', {}],
    ['POST', '', { path: '' }],
    ['POST', '', { path: 'a\u0000' }],
    ['POST', '', { path: 'a'.repeat(512) }],
    ['POST', '', 'no JSON'],
    ['POST', '/verify', { limit: 0 }],
    ['POST', '/1/unlock', { force: 'yes' }],
  ])('are not changed by %s %s %j', async (method, end, body) => {
    expect(await call(projects.make(), projects.developer, method, end, body)).toMatchObject({ status: 422 });
  });

  it('are not listed by a cursor that is none', async () => {
    expect(await call(projects.make(), projects.developer, 'GET', '?cursor=x')).toMatchObject({ status: 422 });
  });

  it('keep others from changing the file, by git and by the API', async () => {
    const { developer, master } = projects;
    const { project, client } = await projects.start();
    const push = (...refs: string[]) => client.attempt(['push', 'origin', ...refs]);
    await lock(project, developer, 'art.txt');
    await lock(project, master, 'own.txt');
    await projects.commit(client, 'own');
    expect((await push('main')).code).toBe(0);
    await projects.commit(client, 'art');
    await client.run(['rm', '--quiet', 'art.txt']);
    await client.run(['commit', '--quiet', '-m', 'remove it again']);
    const refused = "The path 'art.txt' is locked in Git LFS by ";
    for (const refs of [['main'], ['main:topic'], ['main:refs/tags/v1', 'main:other']]) {
      const { code, stderr } = await push(...refs);
      expect(stderr).toContain(refused);
      expect(code).not.toBe(0);
    }
    const write = (as: Principal) =>
      app.send(`/api/v4/projects/${project.id}/repository/files/art.txt`, {
        ...{ method: 'POST', as, headers: { 'content-type': 'application/json' } },
        body: JSON.stringify({ branch: 'topic', start_branch: 'main', content: 'x', commit_message: 'x' }),
      });
    const answer = await write(master);
    expect([answer.status, await answer.json()]).toEqual([400, { message: expect.stringContaining(refused) }]);
    expect((await write(developer)).status).toBe(201);
    // The commit that changed it is known now.
    await client.run(['fetch', '--quiet', 'origin', 'topic']);
    expect((await push('FETCH_HEAD:refs/heads/copy')).code).toBe(0);
    project.lfsEnabled = false;
    expect((await push('main')).code).toBe(0);
  });

  it('are bounded, and end with their project', async () => {
    const { developer } = projects;
    const project = projects.make();
    await lock(project, developer, 'first');
    const db = app.database;
    await db.query(
      `insert into lfs_locks (project_id, path, owner_id) select $1, 'n' || n, 1 from generate_series(2, $2::int) n`,
      [project.id, MOST_LOCKS],
    );
    expect(await lock(project, developer, 'one more')).toMatchObject({ status: 422 });
    app.services.removeProject(project);
    const { id: projectId } = project;
    await db.tx((tx) => app.get(OnProjectDeleted).handle({ projectId }, { tx } as Delivery));
    await app.get(RemoveRepository).execute({ projectId });
    expect(await db.query('select from lfs_locks where project_id = $1 limit 1', [projectId])).toEqual([]);
  });
});
