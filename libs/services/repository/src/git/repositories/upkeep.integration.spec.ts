import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Git as Client, waitFor } from '@hearth/testing';
import { makeHost, type GitHost } from '../../testing/git-host.js';
import { client, makeGitScratch, type GitScratch } from '../../testing/git-scratch.js';
import { ObjectPool } from '../objects/object-pool.js';
import { objectIdFromGit, type ObjectId } from '../refs/object-id.js';
import type { RepositoryPath } from '../refs/paths.js';
import { parseRefName } from '../refs/ref-name.js';
import { Upkeep } from './upkeep.js';

const DAY_MS = 86_400_000;
const A_MINUTE_MS = 60_000;
const GRACE_MS = 14 * DAY_MS;

describe('upkeep', () => {
  let scratch: GitScratch;
  let host: GitHost;
  let count = 0;

  beforeAll(async () => {
    scratch = await makeGitScratch();
    host = await makeHost(scratch.git, scratch.storage);
  });

  afterAll(async () => {
    await host.close();
    await scratch.close();
  });

  afterEach(() => {
    host.checks = {};
  });

  /** Creates a repository with `pushes` pushed commits, one pack each. */
  async function pushed(pushes: number): Promise<{ work: Client; repository: RepositoryPath; url: string }> {
    const name = `upkeep-${(count += 1)}`;
    const repository = await scratch.repository(name);
    const work = new Client(path.join(scratch.folder, name));
    await client(scratch.folder, 'init', '--quiet', '-b', 'master', work.folder);
    const url = `${host.url}/${name}.git`;
    for (let index = 0; index < pushes; index++) {
      await commit(work, String(index));
      await work.run(['push', '--quiet', url, 'master']);
    }
    return { work, repository, url };
  }

  async function commit(work: Client, text: string): Promise<ObjectId> {
    await writeFile(path.join(work.folder, `${text}.txt`), text);
    await work.run(['add', '.']);
    await work.run(['commit', '--quiet', '-m', text]);
    return objectIdFromGit(await work.idOf('HEAD'));
  }

  const packs = async (repository: string) =>
    Number(/^packs: (\d+)$/m.exec(await client(repository, 'count-objects', '-v'))![1]);
  const has = (repository: RepositoryPath, id: ObjectId) => scratch.git.objects.info(repository, id);
  const soundness = (repository: RepositoryPath) => client(repository, 'fsck', '--strict', '--full', '--no-dangling');
  /** Upkeep whose clock is that many days behind. */
  const daysAgo = (days: number) => new Upkeep(scratch.git.commitGraphs, () => new Date(Date.now() - days * DAY_MS));

  it('is due with many packs, and makes them few', async () => {
    const { repository } = await pushed(12);
    const { upkeep } = scratch.git;
    expect([await packs(repository), await upkeep.isDue(repository)]).toEqual([12, true]);
    await upkeep.repack(repository);
    expect([await packs(repository), await upkeep.isDue(repository)]).toEqual([1, false]);
    await soundness(repository);
  });

  it('is due with many loose refs, wherever they are, and packs them', async () => {
    const { work, repository, url } = await pushed(1);
    const { upkeep } = scratch.git;
    const tip = await work.idOf('HEAD');
    const push = (count: number) =>
      work.run([
        'push',
        '--quiet',
        url,
        ...Array.from({ length: count }, (_, index) => `HEAD:refs/heads/a/${index}/b`),
      ]);
    await push(98);
    expect(await upkeep.isDue(repository)).toBe(false);
    await push(99);
    expect(await upkeep.isDue(repository)).toBe(true);
    await upkeep.repack(repository);
    expect(await upkeep.isDue(repository)).toBe(false);
    const listed = await client(repository, 'for-each-ref', '--format=%(objectname)');
    expect(listed).toBe(`${tip}\n`.repeat(100));
    expect((await readFile(path.join(repository, 'packed-refs'), 'utf8')).match(/refs\/heads/g)).toHaveLength(100);
  });

  it('is not noticed by a reading process that was started before', async () => {
    const { work, repository } = await pushed(3);
    const ids = (await work.lines('rev-list', '--objects', 'master')).map((line) => line.slice(0, 40));
    const pool = new ObjectPool({ maxProcesses: 1, idleMs: A_MINUTE_MS });
    try {
      await pool.info(repository, ids[0]!);
      const pid = await waitFor('the id of the process', () => pool.pids().get(repository));
      await scratch.git.upkeep.repack(repository);
      await pool.info(repository, ids[1]!);
      await daysAgo(0).prune(repository, 0);
      for (const id of ids) expect((await pool.contents(repository, id, 1000))?.content).toBeDefined();
      expect(pool.pids().get(repository)).toBe(pid);
    } finally {
      await pool.close();
    }
  });

  it('removes what nothing reaches, but only after it was found so for the grace period', async () => {
    const { work, repository, url } = await pushed(1);
    await work.run(['checkout', '--quiet', '-b', 'topic']);
    const left = await commit(work, 'left');
    await work.run(['push', '--quiet', url, 'topic']);
    await scratch.git.commitGraphs.write(repository);
    await work.run(['push', '--quiet', url, ':topic']);
    // Its pack is old. The grace period counts from when its objects were first found to be unreachable.
    expect(await daysAgo(15).prune(repository, GRACE_MS)).toBe(true);
    expect(await has(repository, left)).not.toBeNull();
    expect(await daysAgo(2).prune(repository, GRACE_MS)).toBe(true);
    expect(await has(repository, left)).not.toBeNull();
    expect(await daysAgo(0).prune(repository, GRACE_MS)).toBe(false);
    expect(await client(repository, 'count-objects', '-v')).toContain('packs: 1\n');
    await soundness(repository);
  });

  it('keeps what a ref got back within the grace period', async () => {
    const { work, repository, url } = await pushed(1);
    await work.run(['checkout', '--quiet', '-b', 'topic']);
    const left = await commit(work, 'left');
    await work.run(['push', '--quiet', url, 'topic']);
    await work.run(['push', '--quiet', url, ':topic']);
    await daysAgo(20).prune(repository, GRACE_MS);
    const ref = parseRefName('refs/heads/back')!;
    await scratch.git.refsWriter.move(repository, [{ ref, from: null, to: left }]);
    await daysAgo(0).prune(repository, GRACE_MS);
    await scratch.git.refsWriter.move(repository, [{ ref, from: left, to: null }]);
    await daysAgo(0).prune(repository, GRACE_MS);
    expect(await has(repository, left)).not.toBeNull();
    await soundness(repository);
  });

  it('takes nothing from a push whose refs have not moved, nor from objects that an API request has built', async () => {
    const { work, repository, url } = await pushed(3);
    const built = objectIdFromGit(
      (await client(repository, 'commit-tree', '-p', 'master', '-m', 'built', 'master^{tree}')).trim(),
    );
    const next = await commit(work, 'next');
    host.checks = {
      beforeRefsMove: async () => {
        await scratch.git.upkeep.repack(repository);
        await scratch.git.upkeep.prune(repository, GRACE_MS);
        return { accept: true };
      },
    };
    await work.run(['push', '--quiet', url, 'master']);
    await scratch.git.refsWriter.move(repository, [{ ref: parseRefName('refs/heads/built')!, from: null, to: built }]);
    expect([await has(repository, next), await has(repository, built)]).not.toContain(null);
    await soundness(repository);
  });

  it('does nothing for a repository that is not there', async () => {
    const missing = scratch.pathOf('missing');
    await scratch.git.upkeep.repack(missing);
    expect([await scratch.git.upkeep.isDue(missing), await scratch.git.upkeep.prune(missing, 0)]).toEqual([
      false,
      false,
    ]);
  });
});
