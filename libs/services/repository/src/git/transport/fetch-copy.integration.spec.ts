import { rm, writeFile } from 'node:fs/promises';
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
    const follow = () => scratch.git.fetchCopy(copy, { at: source }, { which: 'all', ...times });
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

  it('moves all refs or none, and readers see them at once', async () => {
    const copy = await scratch.repository('whole');
    const follow = () => scratch.git.fetchCopy(copy, { at: source }, { which: 'all', ...times });
    await follow();
    const tips = async () => Object.fromEntries(await scratch.git.refs.shown(copy));
    const before = await tips();
    await move('refs/heads/first', 'refs/heads/main~1');
    await move('refs/heads/second', 'refs/heads/main~2');
    const lock = `${copy}/refs/heads/second.lock`;
    await writeFile(lock, '');
    await expect(follow()).rejects.toThrow('second');
    expect(await tips()).toEqual(before);
    await rm(lock);
    await follow();
    expect(Object.keys(await tips())).toEqual([...Object.keys(before), 'refs/heads/first', 'refs/heads/second'].sort());
  });

  it('sets aside the branches and tags that only it had', async () => {
    const copy = await scratch.repository('former');
    const follow = () => scratch.git.fetchCopy(copy, { at: source }, { which: 'all', setsAside: true, ...times });
    await follow();
    expect(await refs(copy)).toBe(await refs(source));
    const lost = (await client(copy, 'commit-tree', '-m', 'lost', '-p', 'main', 'main^{tree}')).trim();
    await client(copy, 'update-ref', 'refs/heads/main', lost);
    await client(copy, 'update-ref', 'refs/heads/older', 'refs/heads/first~1');
    await client(copy, '-c', 'user.name=a', '-c', 'user.email=a@b', 'tag', '-m', 'text', 'noted', 'refs/heads/first');
    await client(copy, 'update-ref', 'refs/merge-requests/9/head', lost);
    await follow();
    const after = (await refs(copy)).trim().split('\n');
    const aside = after.filter((line) => line.includes(' refs/hearth/diverged/'));
    expect(after.filter((line) => !aside.includes(line)).join('\n')).toBe((await refs(source)).trim());
    expect(aside.map((line) => line.replace(/refs\/hearth\/diverged\/\d{8}T\d{6}Z/, '…'))).toEqual([
      `${lost} …/heads/main`,
      expect.stringMatching(/ …\/tags\/noted$/),
    ]);
    await follow();
    expect((await refs(copy)).trim().split('\n')).toEqual(after);

    const in15Days = new Date(Date.now() + 15 * 24 * 60 * 60 * 1000);
    await scratch.git.divergedRefs.removeExpired(copy, in15Days);
    expect(await refs(copy)).toBe(await refs(source));
  });

  it('of a fork has the branches and tags only', async () => {
    const fork = await scratch.repository('fork');
    await scratch.git.fetchCopy(fork, { at: source }, { which: 'branches-and-tags', ...times });
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
