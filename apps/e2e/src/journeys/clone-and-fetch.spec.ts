import { ApiClient, Random, type BranchRecord } from '@hearth/testing';
import { hearth } from '../system/hearth.js';
import { mintToken, newPerson, remoteOf, remoteUrl } from '../system/people.js';
import { newProject, projectPath } from '../system/projects.js';
import { pushSample, type PushedSample } from '../system/pushed-sample.js';
import { WorkingCopy } from '../system/working-copy.js';
import { refsOf, remoteRefs } from '../truth/branches.js';

const BIG = 5 * 1024 * 1024;

describe('a pushed repository, cloned', () => {
  let pushed: PushedSample;
  const copies: WorkingCopy[] = [];

  beforeAll(async () => {
    pushed = await pushSample('clone-and-fetch');
  });
  afterAll(() => Promise.all([pushed.sample, ...copies].map((each) => each.remove())));

  async function clone(options: readonly string[] = [], settings: readonly string[] = []): Promise<WorkingCopy> {
    const copy = await WorkingCopy.clone(pushed.remote, options, settings);
    copies.push(copy);
    return copy;
  }

  it.each(['0', '1', '2'])('is the same repository with protocol version %s', async (version) => {
    const { git } = await clone(['--mirror'], [`protocol.version=${version}`]);
    expect(await refsOf(git)).toEqual(await refsOf(pushed.sample.git));
    expect((await git.lines('rev-list', '--all')).sort()).toEqual(
      (await pushed.sample.git.lines('rev-list', '--all')).sort(),
    );
    const { code, stderr } = await git.attempt(['fsck', '--strict', '--full']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  });

  it('checks out its default branch, every odd name included', async () => {
    const { git } = await clone();
    expect(await git.text('symbolic-ref', '--short', 'HEAD')).toBe('main');
    expect(await git.idOf('HEAD')).toBe(await pushed.sample.git.idOf('main'));
    expect(await git.text('status', '--porcelain')).toBe('');
  });

  it('can be cloned shallow, and deepened afterwards', async () => {
    const { git } = await clone(['--depth=1']);
    expect(await git.lines('rev-list', '--all')).toEqual([await pushed.sample.git.idOf('main')]);
    await git.run(['fetch', '--quiet', '--unshallow']);
    expect(await git.lines('rev-list', 'HEAD')).toEqual(await pushed.sample.git.lines('rev-list', 'main'));
  });

  it('can be cloned at one branch, at a tag, and without blobs', async () => {
    const branch = await clone(['--branch=feature/login', '--single-branch']);
    expect(await branch.git.idOf('HEAD')).toBe(await pushed.sample.git.idOf('feature/login'));
    const tag = await clone(['--branch=v1.0', '--depth=1']);
    expect(await tag.git.idOf('HEAD')).toBe(await pushed.sample.git.idOf('v1.0^{commit}'));
    const partial = await clone(['--filter=blob:none', '--no-checkout']);
    expect(await partial.git.text('rev-list', '--objects', '--missing=print', 'HEAD')).toMatch(/^\?/m);
    expect(await partial.git.run(['show', 'HEAD:README.md'])).toEqual(
      await pushed.sample.git.run(['show', 'main:README.md']),
    );
  });

  it('delivers a second push to fetches', async () => {
    const [writer, reader] = [await clone(), await clone()];
    const tip = await writer.commit('second push/new file.txt', 'more\n');
    await writer.push(pushed.remote, 'HEAD:refs/heads/second/push');
    await reader.git.run(['fetch', '--quiet']);
    expect(await reader.git.idOf('origin/second/push')).toBe(tip);
    const { owner, project } = pushed;
    const branches = await owner.api.readAll<BranchRecord>(`${projectPath(project)}/repository/branches`);
    expect(branches.find(({ name }) => name === 'second/push')?.commit.id).toBe(tip);
  });

  it('moves, forces and deletes unprotected branches and moves tags', async () => {
    const writer = await clone();
    const tip = await writer.commit('moved.txt', 'moved\n');
    await writer.push(pushed.remote, '+HEAD:refs/heads/release/1.x', '+HEAD:refs/tags/v0.1');
    await writer.push(pushed.remote, '--delete', 'feature/login');
    const refs = await remoteRefs(writer.git, pushed.remote);
    expect(refs).toContain(`${tip} refs/heads/release/1.x`);
    expect(refs).toContain(`${tip} refs/tags/v0.1`);
    expect(refs.join('\n')).not.toContain('refs/heads/feature/login');
  });

  it('takes a push of many megabytes, sent in chunks, and gives the bytes back', async () => {
    const writer = await clone(['--depth=1']);
    const content = new Random('big').bytes(BIG);
    await writer.commit('big.bin', content);
    await writer.push(pushed.remote, 'HEAD:refs/heads/big');
    const blob = await writer.git.idOf('HEAD:big.bin');
    const answer = await pushed.owner.api.get(`${projectPath(pushed.project)}/repository/blobs/${blob}/raw`);
    expect(answer.expect(200).body.equals(content)).toBe(true);
  });

  it('takes a hundred branches in one push', async () => {
    const project = await newProject(pushed.owner, 'many-branches');
    const remote = remoteOf(pushed.owner, project.path_with_namespace);
    const names = Array.from({ length: 100 }, (_, index) => `many/${String(index).padStart(3, '0')}`);
    await pushed.sample.git.run(['push', '--quiet', remote, 'main', ...names.map((name) => `main:refs/heads/${name}`)]);
    const branches = await pushed.owner.api.readAll<BranchRecord>(`${projectPath(project)}/repository/branches`);
    expect(branches.map(({ name }) => name)).toEqual(['main', ...names]);
  });

  it('takes every credential that git people use', async () => {
    const { owner, project } = pushed;
    const readToken = await mintToken(owner.id, 'read_repository');
    const logins = [
      [owner.username, owner.password],
      [owner.email, owner.password],
      ['anything', owner.token],
      ['oauth2', owner.token],
      ['x', readToken],
    ] as const;
    for (const [login, secret] of logins) {
      const url = remoteUrl(project.path_with_namespace, login, secret);
      expect(await pushed.sample.git.text('ls-remote', url, 'refs/heads/main')).toMatch(/refs\/heads\/main$/);
    }
  });

  it('is found with and without .git at the end', async () => {
    const bare = pushed.remote.replace(/\.git$/, '');
    expect(await remoteRefs(pushed.sample.git, bare)).toEqual(await remoteRefs(pushed.sample.git, pushed.remote));
  });
});

describe('a token with little scope', () => {
  it('reads with read_repository, writes with write_repository, and opens nothing else', async () => {
    const pushed = await pushSample('scopes');
    const { owner, project, sample } = pushed;
    const [reader, writer] = await Promise.all(
      ['read_repository', 'write_repository'].map((scope) => mintToken(owner.id, scope)),
    );
    const fullPath = project.path_with_namespace;
    const refused = await sample.git.attempt(['push', remoteUrl(fullPath, 'x', reader!), 'main:refs/heads/by-reader']);
    expect(refused.code).not.toBe(0);
    expect(refused.stderr).toMatch(/403/);
    await sample.git.run(['push', '--quiet', remoteUrl(fullPath, 'x', writer!), 'main:refs/heads/by-writer']);
    const answer = await new ApiClient(hearth.url, writer).get(projectPath(project));
    expect({ status: answer.status, body: answer.json() }).toEqual({
      status: 403,
      body: {
        error: 'insufficient_scope',
        error_description: 'The request requires higher privileges than provided by the access token.',
        scope: 'api read_api',
      },
    });
    const refs = (await remoteRefs(sample.git, pushed.remote)).join('\n');
    expect(refs).toContain('refs/heads/by-writer');
    expect(refs).not.toContain('refs/heads/by-reader');
    await sample.remove();
  });
});

describe('an empty project', () => {
  it('clones as an empty repository and takes its first push as the default branch', async () => {
    const owner = await newPerson('starter');
    const project = await newProject(owner, 'empty');
    const remote = remoteOf(owner, project.path_with_namespace);
    const copy = await WorkingCopy.clone(remote);
    await copy.git.run(['checkout', '--quiet', '-b', 'trunk']);
    const tip = await copy.commit('first.txt', 'first\n');
    await copy.push(remote, 'trunk');
    const fresh = await WorkingCopy.clone(remote);
    expect(await fresh.git.text('symbolic-ref', '--short', 'HEAD')).toBe('trunk');
    expect(await fresh.git.idOf('HEAD')).toBe(tip);
    const branches = await owner.api.readAll<BranchRecord>(`${projectPath(project)}/repository/branches`);
    expect(branches).toMatchObject([{ name: 'trunk', protected: true, merged: false }]);
    await Promise.all([copy.remove(), fresh.remove()]);
  });
});
