import { randomBytes } from 'node:crypto';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { makeHost, type GitHost } from '../../testing/git-host.js';
import { attemptClient, client, makeGitScratch, type GitScratch } from '../../testing/git-scratch.js';
import type { RepositoryPath } from '../refs/paths.js';
import type { RefName } from '../refs/ref-name.js';
import type { QuarantinedPush } from './push-checks.js';

describe('a push', () => {
  let scratch: GitScratch;
  let host: GitHost;
  let repository: RepositoryPath;
  let work: string;
  let count = 0;

  beforeAll(async () => {
    scratch = await makeGitScratch();
    host = await makeHost(scratch.git, scratch.storage);
  });

  afterAll(async () => {
    await host.close();
    await scratch.close();
  });

  beforeEach(async () => {
    const name = `project ${(count += 1)}`;
    repository = await scratch.repository(name);
    work = path.join(scratch.folder, `work ${count}`);
    await mkdir(work);
    await client(work, 'init', '--quiet', '--initial-branch=master');
    await client(work, 'remote', 'add', 'origin', `${host.url}/${encodeURIComponent(name)}.git`);
    host.checks = {};
    for (const list of [host.outcomes, host.settled, host.requests]) list.length = 0;
  });

  async function commitFile(name: string, content: string | Buffer): Promise<string> {
    await writeFile(path.join(work, name), content);
    await client(work, 'add', '-A');
    await client(work, 'commit', '--quiet', '-m', `Add ${name}`);
    return (await client(work, 'rev-parse', 'HEAD')).trim();
  }

  const remoteRefs = (): Promise<string> => client(repository, 'for-each-ref', '--format=%(objectname) %(refname)');

  /** Checks that a refused push left no objects and no folders of the quarantine. */
  async function expectNoObjects(): Promise<void> {
    expect(await readdir(path.join(repository, 'objects'))).toEqual(expect.arrayContaining(['info', 'pack']));
    expect((await readdir(path.join(repository, 'objects'))).filter((name) => name.includes('incoming'))).toEqual([]);
    expect(await readdir(path.join(repository, 'objects', 'pack'))).toEqual([]);
  }

  it('moves the refs, asks before and tells after', async () => {
    const tip = await commitFile('a.txt', 'a');
    const seen: unknown[] = [];
    host.checks = {
      checkCommands: (push) => {
        seen.push(['commands', push.updates, push.options]);
        return { accept: true };
      },
      beforeRefsMove: async (push) => {
        seen.push(['move', push.updates, push.quarantine?.path.startsWith(repository), await remoteRefs()]);
        return { accept: true };
      },
    };
    await client(work, 'push', '-o', 'ci.skip', 'origin', 'master');
    const update = { ref: 'refs/heads/master', from: null, to: tip };
    expect(seen).toEqual([
      ['commands', [update], ['ci.skip']],
      ['move', [update], true, ''],
    ]);
    expect(host.settled).toEqual([[update]]);
    expect(host.outcomes).toEqual([{ kind: 'settled', moved: [update] }]);
    expect(await remoteRefs()).toBe(`${tip} refs/heads/master\n`);
    await client(repository, 'fsck', '--strict');
  });

  it('ends its answer only after settling', async () => {
    await commitFile('a.txt', 'a');
    let release = (): void => undefined;
    const gate = new Promise<void>((resolve) => (release = resolve));
    const reached = new Promise<void>((resolve) => {
      host.checks = {
        settle: async () => {
          resolve();
          await gate;
        },
      };
    });
    let ended = false;
    const pushing = attemptClient(work, 'push', 'origin', 'master').then((ran) => {
      ended = true;
      return ran;
    });
    await Promise.race([reached, pushing]);
    expect(ended).toBe(false);
    release();
    expect((await pushing).code).toBe(0);
  });

  it('breaks off when settling fails, though the refs have moved', async () => {
    const tip = await commitFile('a.txt', 'a');
    host.checks = { settle: () => Promise.reject(new Error('no database')) };
    expect((await attemptClient(work, 'push', 'origin', 'master')).code).not.toBe(0);
    expect(host.outcomes).toEqual([new Error('no database')]);
    expect(await remoteRefs()).toBe(`${tip} refs/heads/master\n`);
  });

  it('is refused by its commands, before its objects are kept', async () => {
    await commitFile('a.txt', 'a');
    let asked = false;
    host.checks = {
      checkCommands: () => ({ refuse: 'You are not allowed to push code.\nAsk a master.' }),
      beforeRefsMove: () => {
        asked = true;
        return { accept: true };
      },
    };
    const ran = await attemptClient(work, 'push', 'origin', 'master');
    expect(ran.code).toBe(1);
    expect(ran.stderr).toContain('remote: You are not allowed to push code.');
    expect(ran.stderr).toContain('remote: Ask a master.');
    expect(ran.stderr).toContain('! [remote rejected] master -> master (pre-receive hook declined)');
    expect(asked).toBe(false);
    expect(host.settled).toEqual([]);
    await expectNoObjects();
  });

  it('is refused by its commands with a large pack on its way', async () => {
    await commitFile('large.bin', randomBytes(3 * 1024 * 1024));
    host.checks = { checkCommands: () => ({ refuse: 'No pushes today.' }) };
    const ran = await attemptClient(work, 'push', 'origin', 'master');
    expect(ran.stderr).toContain('remote: No pushes today.');
    expect(ran.stderr).toContain('[remote rejected] master -> master');
    await expectNoObjects();
  });

  it('is refused in the hook, which leaves nothing behind', async () => {
    await commitFile('a.txt', 'a');
    let push: QuarantinedPush | undefined;
    host.checks = {
      beforeRefsMove: (arrived) => {
        push = arrived;
        return { refuse: 'You are not allowed to force push code.\nReally \u001b[31mnot.' };
      },
    };
    const ran = await attemptClient(work, 'push', 'origin', 'master');
    expect(ran.code).toBe(1);
    expect(ran.stderr).toContain('remote: You are not allowed to force push code.');
    expect(ran.stderr).toContain('remote: Really  [31mnot.');
    expect(ran.stderr).toContain('[remote rejected] master -> master (pre-receive hook declined)');
    expect(push?.updates.map(({ ref }) => ref)).toEqual(['refs/heads/master']);
    expect(host.settled).toEqual([]);
    expect(await remoteRefs()).toBe('');
    await expectNoObjects();
  });

  it('is refused when a check fails', async () => {
    await commitFile('a.txt', 'a');
    host.checks = { beforeRefsMove: () => Promise.reject(new Error('no database')) };
    const ran = await attemptClient(work, 'push', 'origin', 'master');
    expect(ran.stderr).toContain('remote: The push could not be checked.');
    expect(host.outcomes).toEqual([new Error('no database')]);
    expect(await remoteRefs()).toBe('');
    await expectNoObjects();
  });

  it('knows a forced push, also of objects in quarantine', async () => {
    const first = await commitFile('a.txt', 'a');
    const second = await commitFile('b.txt', 'b');
    await client(work, 'push', 'origin', 'master');
    const answers: boolean[] = [];
    host.checks = {
      beforeRefsMove: async (push) => {
        for (const update of push.updates) answers.push(await push.isFastForward(update));
        return { accept: true };
      },
    };
    await commitFile('c.txt', 'c');
    await client(work, 'push', 'origin', 'master');
    await client(work, 'reset', '--quiet', '--hard', first);
    const other = await commitFile('d.txt', 'd');
    await client(work, 'push', '--force', 'origin', 'master');
    await client(work, 'push', 'origin', `${second}:refs/heads/other`);
    await client(work, 'push', 'origin', ':other');
    expect(answers).toEqual([true, false, true, true]);
    expect(await remoteRefs()).toBe(`${other} refs/heads/master\n`);
    expect(host.settled.at(-1)).toEqual([{ ref: 'refs/heads/other', from: second, to: null }]);
  });

  it('larger than a post buffer comes in chunks after a probe', async () => {
    const tip = await commitFile('large.bin', randomBytes(5 * 1024 * 1024));
    await client(work, 'push', 'origin', 'master');
    expect(host.outcomes.map((outcome) => ('kind' in outcome ? outcome.kind : outcome))).toEqual(['empty', 'settled']);
    expect(host.requests.at(-1)).toMatch(/^POST .* chunked$/);
    expect(await remoteRefs()).toBe(`${tip} refs/heads/master\n`);
    await client(repository, 'fsck');
  });

  it('is all or nothing when the client asks for it', async () => {
    const tip = await commitFile('a.txt', 'a');
    await client(work, 'push', 'origin', 'master:refs/heads/a');
    host.settled.length = 0;
    const ran = await attemptClient(work, 'push', '--atomic', 'origin', 'master:refs/heads/a/b', 'master:refs/heads/c');
    expect(ran.code).toBe(1);
    expect(host.settled).toEqual([[]]);
    expect(await remoteRefs()).toBe(`${tip} refs/heads/a\n`);
    const loose = await attemptClient(work, 'push', 'origin', 'master:refs/heads/a/b', 'master:refs/heads/c');
    expect(loose.code).toBe(1);
    expect(host.settled.at(-1)).toEqual([{ ref: 'refs/heads/c', from: null, to: tip }]);
  });

  it('of several branches at once by several clients takes effect', async () => {
    await commitFile('a.txt', 'a');
    await client(work, 'push', 'origin', 'master');
    const branches = Array.from({ length: 6 }, (_, index) => `branch-${index}`);
    for (const branch of branches) {
      await client(work, 'switch', '--quiet', '-c', branch, 'master');
      await commitFile(`${branch}.txt`, branch);
    }
    await Promise.all(branches.map((branch) => client(work, 'push', 'origin', branch)));
    const tips = await client(work, 'for-each-ref', '--format=%(objectname) %(refname)', 'refs/heads/');
    expect(await remoteRefs()).toBe(tips);
    expect(
      host.settled
        .flat()
        .map(({ ref }) => ref)
        .sort(),
    ).toEqual(['refs/heads/master', ...branches.map((branch) => `refs/heads/${branch}`)].sort());
    await client(repository, 'fsck');
  });

  it('may not make names that read as options or as other refs', async () => {
    await commitFile('a.txt', 'a');
    for (const ref of [
      'refs/heads/-x',
      'refs/heads/refs/heads/x',
      'refs/heads/HEAD',
      'refs/tags/refs/tags/v1',
      'refs/refs/x',
    ]) {
      const ran = await attemptClient(work, 'push', 'origin', `master:${ref}`);
      expect(ran.stderr).toContain(`remote: The name "${ref}" is not valid.`);
    }
    expect(await remoteRefs()).toBe('');
  });

  it('may not touch the refs that are ours', async () => {
    await commitFile('a.txt', 'a');
    for (const ref of ['refs/hearth/x', 'refs/merge-requests/1/head']) {
      expect((await attemptClient(work, 'push', 'origin', `master:${ref}`)).stderr).toContain(
        `remote: The ref "${ref}" is read-only.`,
      );
    }
    expect(host.outcomes.map((outcome) => ('kind' in outcome ? outcome.kind : outcome))).toEqual([
      'refused',
      'refused',
    ]);
    expect(await remoteRefs()).toBe('');
  });

  it('of damaged objects is refused by git, with its words', async () => {
    await commitFile('a.txt', 'a');
    const tree = (await client(work, 'rev-parse', 'HEAD^{tree}')).trim();
    const file = path.join(work, 'bad-commit');
    await writeFile(file, `tree ${tree}\nauthor Ada\ncommitter Ada <a@b> 1 +0000\n\nbad\n`);
    const bad = (await client(work, 'hash-object', '-t', 'commit', '--literally', '-w', file)).trim();
    const ran = await attemptClient(work, 'push', 'origin', `${bad}:refs/heads/bad`);
    expect(ran.code).toBe(1);
    expect(host.outcomes).toEqual([{ kind: 'failed' }]);
    await expectNoObjects();
  });

  it('writes who pushed into the reflog', async () => {
    const tip = await commitFile('a.txt', 'a');
    await client(work, 'push', 'origin', 'master');
    const reflog = await client(
      repository,
      'reflog',
      'show',
      '--format=%H %gn',
      'refs/heads/master' satisfies string as RefName,
    );
    expect(reflog).toBe(`${tip} Hearth\n`);
  });

  it('keeps every pack that it brings as a pack', async () => {
    await commitFile('a.txt', 'a');
    await client(work, 'push', 'origin', 'master');
    expect(
      (await readdir(path.join(repository, 'objects', 'pack'))).filter((name) => name.endsWith('.pack')),
    ).toHaveLength(1);
  });
});
