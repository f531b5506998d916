import { makeGitScratch, type GitScratch } from '../../testing/git-scratch.js';
import { waitFor } from '@hearth/testing';
import type { RepositoryPath } from '../refs/paths.js';
import type { BranchName } from '../refs/ref-name.js';
import { CommandQueue } from './command-queue.js';
import { call, COMMANDS, type GitCall } from './commands.js';
import { gitEnvironment } from './environment.js';
import { GitError, GitOutputLimit, GitTimeout, RepositoryMissing } from './errors.js';
import { runGit } from './run.js';
import { spawnGit } from './spawn.js';

const MAIN = 'main' as BranchName;

describe('running git', () => {
  let scratch: GitScratch;
  let repository: RepositoryPath;

  beforeAll(async () => {
    scratch = await makeGitScratch();
    repository = await scratch.repository('run');
  });

  afterAll(() => scratch.close());

  /** Call that waits for its input forever. */
  const waiting = (): GitCall => call(COMMANDS.catFileBatch, { repository, flags: { '--batch-command': true } });

  it('takes --end-of-options where it is declared', async () => {
    const tree = '4b825dc642cb6eb9a060e54bf8d69288fbee4904';
    const operands: Partial<Record<keyof typeof COMMANDS, string[]>> = {
      catFile: ['tree', tree],
      forEachRef: ['refs/heads/'],
      lsTree: [tree],
      symbolicRef: ['HEAD'],
    };
    for (const [name, list] of Object.entries(operands)) {
      const command = COMMANDS[name as keyof typeof COMMANDS];
      expect(command.endOfOptions).toBe(true);
      await runGit(call(command, { repository, operands: list }));
    }
    // Both commands get as far as looking for a missing name: the operand was read as a name.
    const strange = ['--no-such-thing', '--nor-this'];
    for (const asked of [
      call(COMMANDS.revList, { repository, operands: strange }),
      call(COMMANDS.mergeBase, { repository, operands: strange }),
    ]) {
      await expect(runGit(asked)).rejects.toThrow(/(must come before non-option arguments|Not a valid object name)/);
    }
  });

  it('tells how git ended', async () => {
    const asked = runGit(call(COMMANDS.lsTree, { repository, operands: ['nothing'] }));
    await expect(asked).rejects.toThrow(GitError);
    await expect(asked).rejects.toMatchObject({
      command: 'ls-tree',
      exitCode: 128,
      stderr: expect.stringContaining('nothing'),
    });
  });

  it('knows a missing repository from a failing git', async () => {
    const missing = call(COMMANDS.forEachRef, { repository: scratch.pathOf('none'), operands: ['refs/'] });
    await expect(new CommandQueue(1).run(missing)).rejects.toThrow(RepositoryMissing);
    expect(await new CommandQueue(1).runOr('nothing', missing)).toBe('nothing');
    const failing = call(COMMANDS.lsTree, { repository, operands: ['nothing'] });
    await expect(new CommandQueue(1).run(failing)).rejects.toThrow(GitError);
  });

  it('reads a repository that is made meanwhile as missing or as it is', async () => {
    const queue = new CommandQueue(1);
    for (let round = 0; round < 20; round += 1) {
      const made = scratch.pathOf(`made-${round}`);
      const listing = call(COMMANDS.forEachRef, { repository: made, operands: ['refs/'] });
      let isMade = false;
      const making = scratch.git.repositories.ensure(made, MAIN).then(() => (isMade = true));
      while (!isMade) expect((await queue.runOr(null, listing))?.stdout.toString() ?? '').toBe('');
      await making;
    }
  });

  it('ends it when its time is up', async () => {
    const git = spawnGit(waiting());
    git.kill();
    expect((await git.exited).signalName).toBe('SIGTERM');
    // Large enough that git is still running when the timer fires on a busy machine.
    const input = 'info nothing\n'.repeat(500_000);
    await expect(runGit(waiting(), { input, timeoutMs: 0 })).rejects.toThrow(GitTimeout);
  });

  it('ends it when it is no longer wanted', async () => {
    const controller = new AbortController();
    controller.abort(new Error('gone'));
    await expect(runGit(waiting(), { signal: controller.signal })).rejects.toThrow('gone');
    const later = new AbortController();
    const running = runGit(call(COMMANDS.forEachRef, { repository, operands: ['refs/'] }), { signal: later.signal });
    later.abort(new Error('left'));
    await expect(running).rejects.toThrow('left');
  });

  it('ends it when it prints too much', async () => {
    const info = call(COMMANDS.receivePack, { flags: { '--http-backend-info-refs': true }, operands: [repository] });
    await expect(runGit(info, { maxOutputBytes: 10 })).rejects.toThrow(GitOutputLimit);
  });

  it('runs a bounded number at a time', async () => {
    const queue = new CommandQueue(2);
    const list = call(COMMANDS.forEachRef, { repository, operands: ['refs/'] });
    const results = await Promise.all(Array.from({ length: 10 }, () => queue.run(list)));
    expect(results.every(({ code }) => code === 0)).toBe(true);
  });

  it('gives it nothing of the service environment', async () => {
    process.env['HEARTH_SECRET_FOR_THIS_SPEC'] = 'secret';
    try {
      expect(Object.values(gitEnvironment({ protocol: 'version=2' }))).not.toContain('secret');
      expect(gitEnvironment({ protocol: 'version=2' })['GIT_PROTOCOL']).toBe('version=2');
      expect(gitEnvironment({ committer: { name: 'A <b>\n', email: '' } })['GIT_COMMITTER_NAME']).toBe('A  b');
    } finally {
      delete process.env['HEARTH_SECRET_FOR_THIS_SPEC'];
    }
  });

  it('leaves no process behind', async () => {
    const git = spawnGit(waiting());
    const alive = (): boolean => {
      try {
        return process.kill(git.pid!, 0);
      } catch {
        return false;
      }
    };
    await waitFor('the process to run', alive);
    git.kill();
    await git.exited;
    await waitFor('the process to be gone', () => !alive());
  });
});
