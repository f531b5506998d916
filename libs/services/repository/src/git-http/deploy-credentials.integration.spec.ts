import { AccessLevel, type Principal } from '@hearth/contract-kit';
import type { FakeProject } from '../testing/fake-services.js';
import { GitProjects } from '../testing/git-projects.js';
import { RepositoryApp } from '../testing/repository-app.js';
import { KEY_CANNOT_PUSH, NO_SCOPE } from './git-access.rules.js';

const { guest, reporter, developer, master } = AccessLevel;

const app = RepositoryApp.inBlock();
const projects = new GitProjects(app);
let keys = 0;

/** Creates a project and a deploy key of it, whose creator has that level in it. */
async function withKey({ level, canPush }: { level: AccessLevel; canPush: boolean }) {
  const { project, client } = await projects.start();
  const keyId = ++keys;
  const creator = app.services.addUser(`creator-${keyId}`);
  project.members.set(creator.userId, level);
  const key = app.admit({
    ...creator,
    credential: {
      kind: 'deploy-key',
      tokenId: null,
      deployKeyId: keyId,
      scopes: ['read_repository', 'write_repository'],
    },
  });
  const add = (to: FakeProject) => app.services.deployKeys.set(`${keyId}/${to.id}`, { canPush, creator });
  add(project);
  return { project, client, creator, key, add };
}

async function answer(project: FakeProject, key: Principal, service = 'git-upload-pack') {
  const response = await app.send(`/${project.fullPath}.git/info/refs?service=${service}`, { as: key });
  return [response.status, response.status === 200 ? '' : await response.text()];
}

async function push(project: FakeProject, key: Principal, refspec: string, options: readonly string[] = []) {
  const clone = await app.clientFolder(`pushes-${++keys}`);
  await clone.run(['clone', '--quiet', app.remote(project.fullPath, key), '.']);
  await projects.commit(clone, `by a key ${keys}`);
  const { code, stderr } = await clone.attempt(['push', '--quiet', ...options, 'origin', refspec]);
  return { code, stderr };
}

describe('a deploy key', () => {
  it('reads its projects, of which its creator may have none, and public ones', async () => {
    const { project, creator, key, add } = await withKey({ level: reporter, canPush: false });
    project.members.delete(creator.userId);
    expect(await answer(project, key)).toEqual([200, '']);
    app.services.block(creator);
    expect(await answer(project, key)).toEqual([200, '']);
    expect(await answer(project, key, 'git-receive-pack')).toEqual([403, KEY_CANNOT_PUSH.text]);
    const { project: other } = await projects.start();
    other.members.set(creator.userId, master);
    expect((await answer(other, key))[0]).toBe(404);
    add(other);
    expect((await answer(other, key))[0]).toBe(200);
    const { project: open } = await projects.start('public');
    expect(await answer(open, key)).toEqual([200, '']);
    expect(await answer(open, key, 'git-receive-pack')).toEqual([403, KEY_CANNOT_PUSH.text]);
  });

  it('follows its projects to new paths, and no others', async () => {
    const { project, key } = await withKey({ level: reporter, canPush: false });
    const { project: hidden } = await projects.start();
    const move = (each: FakeProject) => {
      const before = each.fullPath;
      each.formerPaths.add(before);
      each.fullPath = `${before}-moved`;
      return `/${before}.git/info/refs?service=git-upload-pack`;
    };
    expect((await app.send(move(project), { as: key })).status).toBe(301);
    expect((await app.send(move(hidden), { as: key })).status).toBe(404);
  });

  it('pushes as its creator where it may, and as a developer at most', async () => {
    const { project, creator, key } = await withKey({ level: master, canPush: true });
    expect(await push(project, key, 'HEAD:refs/heads/topic')).toMatchObject({ code: 0 });
    const [change] = await app.database.query(
      'select user_id::int as "userId" from ref_changes where project_id = $1 order by id desc limit 1',
      [project.id],
    );
    expect(change).toEqual({ userId: creator.userId });
    await app.database.query(
      `insert into protected_branches (project_id, name, push_level, merge_level) values ($1, 'stable', 40, 40)`,
      [project.id],
    );
    expect(await push(project, key, 'HEAD:refs/heads/stable')).toMatchObject({
      stderr: expect.stringContaining('You are not allowed to push code to protected branches on this project.'),
    });
  });

  it('opens no merge request as its creator, who may have more permissions', async () => {
    const { project, key } = await withKey({ level: master, canPush: true });
    expect(await push(project, key, 'HEAD:refs/heads/topic', ['-o', 'merge_request.create'])).toMatchObject({
      stderr: expect.stringContaining('Deploy keys cannot open or change merge requests by push options.'),
    });
    expect(await push(project, key, 'HEAD:refs/heads/topic', ['-o', 'ci.skip'])).toMatchObject({ code: 0 });
  });

  it.each([
    [
      'whose creator is a guest',
      (project: FakeProject, creator: Principal) => project.members.set(creator.userId, guest),
    ],
    ['whose creator has left', (project: FakeProject, creator: Principal) => project.members.delete(creator.userId)],
    ['whose creator is blocked', (_: FakeProject, creator: Principal) => app.services.block(creator)],
  ])('%s reads only', async (_, change) => {
    const { project, creator, key } = await withKey({ level: developer, canPush: true });
    expect(await answer(project, key, 'git-receive-pack')).toEqual([200, '']);
    change(project, creator);
    expect(await answer(project, key, 'git-receive-pack')).toEqual([403, KEY_CANNOT_PUSH.text]);
    expect(await answer(project, key)).toEqual([200, '']);
  });

  it('of an admin without membership pushes, without any other right of an admin', async () => {
    const { project, creator, key } = await withKey({ level: guest, canPush: true });
    app.services.promote(creator);
    expect(await push(project, key, 'HEAD:refs/heads/topic')).toMatchObject({ code: 0 });
    const { project: other } = await projects.start();
    expect((await answer(other, key))[0]).toBe(404);
  });
});

describe('a deploy token', () => {
  async function withToken(holder: (project: FakeProject) => { kind: 'project' | 'group'; id: number }) {
    const { project } = await projects.start();
    const deployTokenId = ++keys;
    const creator = app.services.addUser(`creator-${deployTokenId}`);
    const token = app.admit({
      ...creator,
      credential: { kind: 'deploy-token', tokenId: null, deployTokenId, scopes: ['read_repository'] },
    });
    app.services.deployTokens.set(deployTokenId, holder(project));
    return { project, creator, token };
  }

  it('reads its project, and nothing that its creator sees beside', async () => {
    const { project, creator, token } = await withToken(({ id }) => ({ kind: 'project', id }));
    const clone = await app.clientFolder(`token-${++keys}`);
    await clone.run(['clone', '--quiet', app.remote(project.fullPath, token), '.']);
    expect(await clone.text('symbolic-ref', 'HEAD')).toBe('refs/heads/main');
    expect(await answer(project, token, 'git-receive-pack')).toEqual([403, NO_SCOPE.text]);
    const { project: other } = await projects.start();
    other.members.set(creator.userId, master);
    expect((await answer(other, token))[0]).toBe(404);
    const { project: open } = await projects.start('public');
    expect(await answer(open, token)).toEqual([200, '']);
  });

  it('of a group reads the projects in it and its subgroups', async () => {
    const { project, token } = await withToken(() => ({ kind: 'group', id: 7 }));
    expect((await answer(project, token))[0]).toBe(404);
    project.groupIds = [7, 8];
    expect(await answer(project, token)).toEqual([200, '']);
    project.groupIds = [8];
    expect((await answer(project, token))[0]).toBe(404);
  });
});

describe('the token of a job', () => {
  it('reads other projects of its user that allow its project or a group around it', async () => {
    const [{ project: own }, { project: other }] = [await projects.start(), await projects.start()];
    const user = app.services.addUser(`of-a-job-${++keys}`);
    const job = app.admit({
      ...user,
      credential: { kind: 'job', tokenId: null, scopes: ['read_repository'], projectId: own.id },
    });
    own.members.set(user.userId, reporter);
    other.members.set(user.userId, reporter);
    own.groupIds = [7, 8];
    const status = async () => (await answer(other, job))[0];
    expect([(await answer(own, job))[0], await status()]).toEqual([200, 404]);
    const lists = app.services.jobAllowlists;
    for (const [list, expected] of [
      [{ projects: [own.id] }, 200],
      [{ projects: [other.id], groupIds: [9] }, 404],
      [{ groupIds: [9, 7] }, 200],
      [{ all: true }, 200],
    ] as const) {
      lists.set(other.id, list as never);
      expect([list, await status()]).toEqual([list, expected]);
    }
    other.members.delete(user.userId);
    expect(await status()).toBe(404);
  });
});
