import { readFile } from 'node:fs/promises';
import { waitFor } from '@hearth/testing';
import { makeGitScratch, type GitScratch } from '../../testing/git-scratch.js';
import type { RepositoryPath } from '../refs/paths.js';
import { call, COMMANDS, type GitCall } from './commands.js';
import { gitEnvironment } from './environment.js';
import { GitUnavailable } from './errors.js';
import { Launcher } from './launcher.js';
import { runGit } from './run.js';
import { spawnGit, type GitProcess } from './spawn.js';

describe('starting git from a small process', () => {
  let scratch: GitScratch;
  let repository: RepositoryPath;

  beforeAll(async () => {
    scratch = await makeGitScratch();
    repository = await scratch.repository('launched');
  });

  afterAll(() => scratch.close());

  const waiting = (): GitCall => call(COMMANDS.catFileBatch, { repository, flags: { '--batch-command': true } });
  const listing = (): GitCall => call(COMMANDS.forEachRef, { repository, operands: ['refs/'] });

  const started = async (git: GitProcess): Promise<number> => {
    await waitFor('git to run', () => git.pid !== undefined);
    return git.pid!;
  };
  const parentOf = async (pid: number): Promise<number> => {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  };
  const isAlive = (pid: number): boolean => {
    try {
      return process.kill(pid, 0);
    } catch {
      return false;
    }
  };

  it('is what a service does, and what it has of secrets git has not', async () => {
    process.env['HEARTH_SECRET_FOR_THIS_SPEC'] = 'secret';
    const launcher = await Launcher.start();
    const git = spawnGit(waiting());
    try {
      const parent = await parentOf(await started(git));
      expect(parent).not.toBe(process.pid);
      expect(await parentOf(parent)).toBe(process.pid);
      for (const pid of [launcher.pid!, git.pid!]) {
        expect(await readFile(`/proc/${pid}/environ`, 'utf8')).not.toContain('secret');
      }
    } finally {
      delete process.env['HEARTH_SECRET_FOR_THIS_SPEC'];
      git.kill();
      process.kill(launcher.pid!);
    }
    expect(await git.exited).toEqual({ code: null, signalName: 'SIGTERM', stderr: '' });
  });

  it('keeps the streams of many apart', async () => {
    // More than it starts at once: the others are started by this process.
    const ids = Array.from({ length: 60 }, (_, index) => String(index).padStart(40, '0'));
    const answers = await Promise.all(
      ids.map((id) => runGit(waiting(), { input: `info ${id}\n` }).then(({ stdout }) => stdout.toString())),
    );
    expect(answers).toEqual(ids.map((id) => `${id} missing\n`));
  });

  it('is asked no more than it can do soon', async () => {
    const many = Array.from({ length: 26 }, () => spawnGit(waiting()));
    const parents = await Promise.all(many.map(async (git) => parentOf(await started(git))));
    for (const git of many) git.kill();
    await Promise.all(many.map((git) => git.exited));
    expect(parents.map((parent) => parent === process.pid)).toEqual([...new Array<boolean>(25).fill(false), true]);
    const next = spawnGit(waiting());
    expect(await parentOf(await started(next))).not.toBe(process.pid);
    next.kill();
    await next.exited;
  });

  it('ends what was not wanted before it ran', async () => {
    const git = spawnGit(waiting());
    git.kill();
    expect((await git.exited).signalName).toBe('SIGTERM');
    git.kill();
  });

  it('tells that git could not be started', async () => {
    const launcher = await Launcher.start();
    // Longer than the kernel accepts.
    const git = launcher.launch(['version'], { ...gitEnvironment(), TOO_LONG: 'x'.repeat(1024 * 1024) }, 0);
    await expect(git.exited).rejects.toThrow(GitUnavailable);
    const next = launcher.launch(['version'], gitEnvironment(), 0);
    next.stdout.resume();
    expect((await next.exited).code).toBe(0);
    process.kill(launcher.pid!);
  });

  it('goes on without it, and then with a new one', async () => {
    const cut = spawnGit(waiting());
    const first = await parentOf(await started(cut));
    process.kill(first, 'SIGKILL');
    await expect(cut.exited).rejects.toThrow(GitUnavailable);
    await waitFor('git to notice', () => !isAlive(cut.pid!));
    const meanwhile = spawnGit(waiting());
    expect(await parentOf(await started(meanwhile))).toBe(process.pid);
    meanwhile.kill();
    expect((await meanwhile.exited).signalName).toBe('SIGTERM');
    await waitFor('a new launcher', async () => {
      const git = spawnGit(waiting());
      const parent = await parentOf(await started(git));
      git.kill();
      await git.exited;
      return parent !== process.pid && parent !== first;
    });
    expect((await runGit(listing())).code).toBe(0);
  });
});
