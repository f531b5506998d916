import { makeRepository, type SampleRepository } from '@hearth/testing';
import { client, makeGitScratch, type GitScratch } from '../../testing/git-scratch.js';
import { parseObjectId } from '../refs/object-id.js';
import type { RepositoryPath } from '../refs/paths.js';

const times = { timeoutMs: 60_000 };

describe('a copy of a repository', () => {
  let scratch: GitScratch;
  let sample: SampleRepository;
  let source: RepositoryPath;
  const refs = (repository: RepositoryPath) => client(repository, 'for-each-ref', '--format=%(objectname) %(refname)');
  const move = (...argv: string[]) => client(source, 'update-ref', ...argv);

  beforeAll(async () => {
    scratch = await makeGitScratch();
    sample = await makeRepository('copies');
    source = await scratch.repository('source');
    await sample.git.run(['push', '--quiet', '--mirror', source]);
    for (const name of ['heads/a', 'hearth/keep-around/x', 'merge-requests/1/head'])
      await move(`refs/${name}`, 'refs/heads/main');
    await client(source, 'symbolic-ref', 'HEAD', 'refs/heads/a');
  });
  afterAll(async () => {
    await scratch.close();
    await sample.remove();
  });

  it('has every ref, hidden ones too, and follows what is moved, deleted and renamed', async () => {
    const copy = await scratch.repository('copy');
    const follow = () => scratch.git.fetchCopy(copy, { at: source }, 'all', times);
    expect(await follow()).toBe('a');
    expect(await refs(copy)).toBe(await refs(source));
    expect(await refs(copy)).toContain('refs/hearth/keep-around/x');
    await move('-d', 'refs/heads/a');
    await move('refs/heads/a/b', 'refs/heads/main~1');
    await move('-d', 'refs/merge-requests/1/head');
    expect(await follow()).toBeNull();
    expect(await refs(copy)).toBe(await refs(source));
    expect((await client(copy, 'fsck', '--strict')).trim()).toBe('');
  });

  it('of a fork has the branches and tags only', async () => {
    const fork = await scratch.repository('fork');
    await scratch.git.fetchCopy(fork, { at: source }, 'branches-and-tags', times);
    const expected = (await refs(source)).split('\n').filter((line) => / refs\/(heads|tags)\//.test(line));
    expect((await refs(fork)).trim().split('\n')).toEqual(expected);
  });

  it('of a commit has its history, also of one that no branch reaches', async () => {
    const target = await scratch.repository('target');
    const hidden = parseObjectId((await client(source, 'commit-tree', '-m', 'x', 'main^{tree}')).trim())!;
    await move('refs/hearth/keep-around/y', hidden);
    await scratch.git.fetchCommit(target, { at: source }, hidden, times);
    expect((await client(target, 'cat-file', '-t', hidden)).trim()).toBe('commit');
    const unknown = parseObjectId('1'.repeat(40))!;
    await expect(scratch.git.fetchCommit(target, { at: source }, unknown, times)).rejects.toThrow('not our ref');
  });
});
