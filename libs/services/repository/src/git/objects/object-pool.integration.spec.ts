import { writeFile, readdir, chmod } from 'node:fs/promises';
import path from 'node:path';
import { makeRepository, waitFor, type SampleRepository } from '@hearth/testing';
import { makeGitScratch, type GitScratch } from '../../testing/git-scratch.js';
import { objectIdFromGit, type ObjectId } from '../refs/object-id.js';
import { parseRepositoryPath, type RepositoryPath } from '../refs/paths.js';
import { GitError, GitTimeout } from '../process/errors.js';
import { ObjectPool } from './object-pool.js';

describe('the pool of cat-file processes', () => {
  let scratch: GitScratch;
  let sample: SampleRepository;
  let repository: RepositoryPath;
  let pool: ObjectPool;

  beforeAll(async () => {
    scratch = await makeGitScratch();
    sample = await makeRepository('pool');
    repository = parseRepositoryPath(sample.git.folder)!;
  });

  beforeEach(() => {
    pool = new ObjectPool({ maxProcesses: 2, idleMs: 60_000 });
  });

  afterEach(() => pool.close());

  afterAll(async () => {
    await scratch.close();
    await sample.remove();
  });

  const isAlive = (pid: number): boolean => {
    try {
      return process.kill(pid, 0);
    } catch {
      return false;
    }
  };

  /** The pid may be known a moment after the first answer. */
  const pidOf = (of: ObjectPool, path: RepositoryPath): Promise<number> =>
    waitFor('the id of a process', () => of.pids().get(path));

  it('answers thousands of requests at once, each its own', async () => {
    const listed = await sample.git.lines('cat-file', '--batch-all-objects', '--batch-check');
    const asked = [...listed, ...listed, ...listed];
    const replies = await Promise.all(
      asked.map((line, index) =>
        index % 2 === 0
          ? pool.info(repository, line.slice(0, 40))
          : pool.contents(repository, line.slice(0, 40), 2_000),
      ),
    );
    replies.forEach((reply, index) => {
      expect(`${reply!.id} ${reply!.type} ${reply!.size}`).toBe(asked[index]);
      if (index % 2 === 1) expect(reply!.content?.length ?? null).toBe(reply!.size <= 2_000 ? reply!.size : null);
    });
    expect(pool.pids().size).toBe(1);
  });

  it('sees objects and packs that come later', async () => {
    expect(await pool.info(repository, 'HEAD')).not.toBeNull();
    const id = (await sample.git.run(['hash-object', '-w', '--stdin'], { input: 'later' })).toString().trim();
    expect((await pool.contents(repository, id, 100))?.content?.toString()).toBe('later');
    await sample.git.run(['repack', '-a', '-d', '-q']);
    expect((await pool.contents(repository, id, 100))?.content?.toString()).toBe('later');
    expect(await pool.info(repository, 'HEAD^{tree}')).toMatchObject({ type: 'tree' });
  });

  it('replaces a killed process without a failed request', async () => {
    await pool.info(repository, 'HEAD');
    const before = await pidOf(pool, repository);
    const asked = Array.from({ length: 50 }, () => pool.info(repository, 'HEAD'));
    process.kill(before, 'SIGKILL');
    for (const reply of await Promise.all(asked)) expect(reply?.type).toBe('commit');
    await waitFor('the end of the old process', () => !isAlive(before));
    expect((await pool.info(repository, 'HEAD'))?.type).toBe('commit');
    expect(pool.pids().get(repository)).not.toBe(before);
  });

  it('keeps the requests apart that share a pipe with a damaged object', async () => {
    const damaged = await scratch.repository('damaged');
    const written = async (content: string): Promise<ObjectId> => {
      const file = path.join(scratch.folder, 'content');
      await writeFile(file, content);
      return objectIdFromGit(
        (await sample.git.run(['--git-dir', damaged, 'hash-object', '-w', file])).toString().trim(),
      );
    };
    const [good, bad] = [await written('good'), await written('bad')];
    const file = path.join(damaged, 'objects', bad.slice(0, 2), bad.slice(2));
    await chmod(file, 0o600);
    await writeFile(file, 'garbage');
    const asked = [good, bad, good, good].map((id) => pool.contents(damaged, id, 100));
    const results = await Promise.allSettled(asked);
    const texts = results.map((result) => (result.status === 'fulfilled' ? result.value?.content?.toString() : null));
    expect([texts[0], texts[2], texts[3]]).toEqual(['good', 'good', 'good']);
    expect(texts[1]).not.toBe('bad');
  });

  it('has no more processes than it may', async () => {
    const others = await Promise.all(['a', 'b', 'c'].map((name) => scratch.repository(name)));
    const pids: number[] = [];
    for (const other of [repository, ...others]) {
      await pool.info(other, 'HEAD');
      pids.push(await pidOf(pool, other));
    }
    expect([...pool.pids().keys()].sort()).toEqual(others.slice(1).sort());
    await waitFor('the end of the old processes', () => pids.slice(0, 2).every((pid) => !isAlive(pid)));
    expect(pids.slice(2).every(isAlive)).toBe(true);
  });

  it('ends idle processes', async () => {
    const impatient = new ObjectPool({ maxProcesses: 2, idleMs: 300 });
    await impatient.info(repository, 'HEAD');
    const pid = await pidOf(impatient, repository);
    await waitFor('the end of the idle process', () => !isAlive(pid) && impatient.pids().size === 0);
    expect((await impatient.info(repository, 'HEAD'))?.type).toBe('commit');
    await impatient.close();
  });

  it('ends a process that stands still, although others go on asking', async () => {
    const impatient = new ObjectPool({ maxProcesses: 2, idleMs: 60_000, silenceMs: 200 });
    await impatient.info(repository, 'HEAD');
    const pid = await pidOf(impatient, repository);
    process.kill(pid, 'SIGSTOP');
    const asked = impatient.info(repository, 'HEAD');
    const later = setInterval(() => void impatient.info(repository, 'main').catch(() => undefined), 50);
    await expect(asked).rejects.toThrow(GitTimeout);
    clearInterval(later);
    expect((await impatient.info(repository, 'HEAD'))?.type).toBe('commit');
    process.kill(pid, 'SIGCONT');
    await impatient.close();
    expect(isAlive(pid)).toBe(false);
  });

  it('lets go of a repository, and of all of them', async () => {
    await pool.info(repository, 'HEAD');
    const first = await pidOf(pool, repository);
    await pool.release(repository);
    expect(isAlive(first)).toBe(false);
    await pool.info(repository, 'HEAD');
    const second = await pidOf(pool, repository);
    await pool.close();
    expect(isAlive(second)).toBe(false);
    await pool.release(scratch.pathOf('none'));
  });

  it('finds nothing in a repository that is missing, until it is there', async () => {
    const missing = scratch.pathOf('not yet');
    expect(await pool.info(missing, 'HEAD')).toBeNull();
    await scratch.repository('not yet');
    const tree = '4b825dc642cb6eb9a060e54bf8d69288fbee4904';
    expect((await pool.info(missing, tree))?.type).toBe('tree');
  });

  it('fails for a folder that is no repository any more', async () => {
    const broken = await scratch.repository('broken');
    await writeFile(path.join(broken, 'config'), '[core\n');
    await expect(pool.info(broken, 'HEAD')).rejects.toThrow(GitError);
    expect(await readdir(broken)).toContain('HEAD');
  });

  it('takes no names with line breaks', async () => {
    await expect(pool.info(repository, 'HEAD\ninfo HEAD')).rejects.toThrow(TypeError);
  });
});
