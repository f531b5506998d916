import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { makeRepository, type SampleRepository } from '@hearth/testing';
import { StaleFiles } from './leftovers.js';
import { client, makeGitScratch, type GitScratch } from '../../testing/git-scratch.js';
import { objectIdFromGit } from '../refs/object-id.js';
import type { BranchName, RefName } from '../refs/ref-name.js';

const MASTER = 'master' as BranchName;

describe('repositories', () => {
  let scratch: GitScratch;
  let sample: SampleRepository;

  beforeAll(async () => {
    scratch = await makeGitScratch();
    sample = await makeRepository('life');
  });

  afterAll(async () => {
    await scratch.close();
    await sample.remove();
  });

  it('are made once, whole, with their configuration', async () => {
    const repository = scratch.pathOf('new/and nested/1');
    expect(await scratch.git.repositories.exists(repository)).toBe(false);
    const made = await Promise.all(
      Array.from({ length: 4 }, () => scratch.git.repositories.ensure(repository, MASTER)),
    );
    expect(made.filter((now) => now)).toHaveLength(1);
    expect(await scratch.git.repositories.ensure(repository, 'other' as BranchName)).toBe(false);
    expect(await scratch.git.repositories.exists(repository)).toBe(true);
    expect(await readdir(path.dirname(repository))).toEqual(['1.git']);
    expect(await scratch.git.branches.default(repository)).toBe('master');
    expect((await client(repository, 'config', '--get', 'core.logAllRefUpdates')).trim()).toBe('always');
    expect((await client(repository, 'rev-parse', '--is-bare-repository')).trim()).toBe('true');
    await client(repository, 'fsck', '--strict');
  });

  it('are made in place of what a dying process left', async () => {
    const repository = scratch.pathOf('crashed');
    const leftover = path.join(scratch.storage, '.crashed.git.making-0123');
    await mkdir(path.join(leftover, 'objects'), { recursive: true });
    await writeFile(path.join(leftover, 'HEAD'), 'half');
    expect(await scratch.git.repositories.ensure(repository, 'main' as BranchName)).toBe(true);
    await expect(stat(leftover)).rejects.toThrow('ENOENT');
    expect(await readFile(path.join(repository, 'HEAD'), 'utf8')).toBe('ref: refs/heads/main\n');
  });

  it('are made in place of what a git wrote after the files were lost', async () => {
    const repository = scratch.pathOf('lost');
    await mkdir(path.join(repository, 'refs/merge-requests'), { recursive: true });
    expect(await scratch.git.repositories.ensure(repository, MASTER)).toBe(true);
    expect(await scratch.git.branches.default(repository)).toBe('master');
    expect(await readdir(path.join(repository, 'refs'))).not.toContain('merge-requests');
  });

  it('go to the trash at once, also while they are in use, and then for good', async () => {
    const repository = await scratch.repository('doomed');
    await sample.git.run(['push', '--quiet', repository, 'main:master']);
    const tip = objectIdFromGit(await sample.git.idOf('main'));
    expect(await scratch.git.refs.tip(repository, 'refs/heads/master' as RefName)).toBe(tip);
    await scratch.git.refsWriter.move(repository, [{ ref: 'refs/heads/x' as RefName, from: null, to: tip }]);
    const trash = path.join(scratch.storage, '+trash');
    const trashed = await scratch.git.repositories.trash(repository, trash);
    expect(path.dirname(trashed!)).toBe(trash);
    expect(await scratch.git.repositories.exists(repository)).toBe(false);
    expect(await scratch.git.branches.list(repository)).toEqual([]);
    expect(await scratch.git.repositories.trash(repository, trash)).toBeNull();
    expect(await scratch.git.repositories.ensure(repository, MASTER)).toBe(true);
    expect(await scratch.git.branches.list(repository)).toEqual([]);
    await scratch.git.repositories.emptyTrash(trash);
    expect(await readdir(trash)).toEqual([]);
    await scratch.git.repositories.emptyTrash(path.join(scratch.storage, 'no trash'));
  });

  it('have commit-graphs, written once for many wishes', async () => {
    const repository = await scratch.repository('graph');
    await scratch.git.commitGraphs.write(repository);
    await sample.git.run(['push', '--quiet', repository, 'main:master']);
    await Promise.all(Array.from({ length: 5 }, () => scratch.git.commitGraphs.write(repository)));
    await client(repository, 'commit-graph', 'verify');
    const graphs = await readdir(path.join(repository, 'objects', 'info', 'commit-graphs'));
    expect(graphs.filter((name) => name.endsWith('.graph'))).toHaveLength(1);
    await scratch.git.commitGraphs.write(scratch.pathOf('none'));
  });

  it('lose what a dead git left, before the next write, and only that', async () => {
    const repository = await scratch.repository('locked');
    await sample.git.run(['push', '--quiet', repository, 'main:master']);
    const left = [
      'packed-refs.lock',
      'HEAD.lock',
      'refs/heads/master.lock',
      'refs/heads/a/b.lock',
      'objects/info/commit-graphs/commit-graph-chain.lock',
      'objects/tmp_objdir-incoming-x1y2z3/pack/x.pack',
      'objects/pack/tmp_pack_x1y2z3',
    ];
    for (const name of left) {
      await mkdir(path.dirname(path.join(repository, name)), { recursive: true });
      await writeFile(path.join(repository, name), '');
    }
    const present = async (): Promise<boolean[]> =>
      Promise.all(
        left.map((name) =>
          stat(path.join(repository, name)).then(
            () => true,
            () => false,
          ),
        ),
      );
    await new StaleFiles(new Date(0)).sweepOnce(repository);
    expect(await present()).toEqual(left.map(() => true));
    const leftovers = new StaleFiles(new Date(Date.now() + 1_000));
    await Promise.all([leftovers.sweepOnce(repository), leftovers.sweepOnce(repository)]);
    expect(await present()).toEqual(left.map(() => false));
    await writeFile(path.join(repository, 'HEAD.lock'), '');
    await leftovers.sweepOnce(repository);
    expect((await present())[1]).toBe(true);
    await leftovers.sweepOnce(scratch.pathOf('none'));
    await client(repository, 'fsck');
  });
});
