import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { waitFor } from '@hearth/testing';
import { makeHost, type GitHost } from '../../testing/git-host.js';
import { attemptClient, client, makeGitScratch, type GitScratch } from '../../testing/git-scratch.js';
import type { RepositoryPath } from '../refs/paths.js';
import { GitTimeout } from '../process/errors.js';
import { FLUSH, packet } from './pkt-line.js';
import { answerHook, PushHook, readQuestion } from './push-hook.js';
import { ClientGone } from './transfer.js';

const ZERO = '0'.repeat(40);

describe('a push that goes wrong', () => {
  let scratch: GitScratch;
  let host: GitHost;
  let repository: RepositoryPath;
  let work: string;
  let tip: string;
  let count = 0;

  beforeAll(async () => {
    scratch = await makeGitScratch();
    host = await makeHost(scratch.git, scratch.storage);
    work = path.join(scratch.folder, 'work');
    await mkdir(work);
    await client(work, 'init', '--quiet', '--initial-branch=master');
    await writeFile(path.join(work, 'a.txt'), 'a');
    await client(work, 'add', '-A');
    await client(work, 'commit', '--quiet', '-m', 'Add a');
    tip = (await client(work, 'rev-parse', 'HEAD')).trim();
  });

  afterAll(async () => {
    await host.close();
    await scratch.close();
  });

  beforeEach(async () => {
    repository = await scratch.repository(`project-${(count += 1)}`);
    host.checks = {};
    for (const list of [host.outcomes, host.settled, host.requests]) list.length = 0;
  });

  const url = (base = host.url): string => `${base}/project-${count}.git`;
  const push = (base?: string): ReturnType<typeof attemptClient> => attemptClient(work, 'push', url(base), 'master');
  const remoteRefs = (): Promise<string> => client(repository, 'for-each-ref', '--format=%(objectname) %(refname)');
  const dropClients = (): void => host.sockets.forEach((socket) => socket.destroy());

  const allPushesEnded = (): Promise<unknown> => {
    const begun = (): number => host.requests.filter((line) => line.startsWith('POST')).length;
    return waitFor('the pushes to end', () => begun() > 0 && host.outcomes.length === begun());
  };

  const quarantines = async (): Promise<string[]> =>
    (await readdir(path.join(repository, 'objects'))).filter((name) => name.includes('incoming'));

  async function expectNothingChanged(): Promise<void> {
    expect(await remoteRefs()).toBe('');
    await waitFor('the quarantine to be removed', async () => (await quarantines()).length === 0);
    expect(await readdir(path.join(repository, 'objects', 'pack'))).toEqual([]);
  }

  it('is refused by the hook when the process does not answer', async () => {
    const hook = await PushHook.install(path.join(scratch.folder, 'hooks'));
    const run = (): ChildProcess =>
      spawn(path.join(folder, 'pre-receive'), { stdio: ['pipe', 'pipe', 'pipe', 'pipe', 'pipe'], env: {} });
    const folder = await hook.path();
    const ended = async (act: (child: ChildProcess) => Promise<void>): Promise<number> => {
      const child = run();
      child.stdin!.end(`${ZERO} ${tip} refs/heads/a b\n${tip} ${ZERO} refs/heads/old\n`);
      await act(child);
      return (await once(child, 'exit'))[0] as number;
    };
    const pipes = (child: ChildProcess): Parameters<typeof readQuestion>[0][] => child.stdio.slice(3) as never;
    const ask = async (child: ChildProcess): Promise<void> => {
      await readQuestion(pipes(child)[0]!).catch(() => undefined);
    };
    expect(await ended(async (child) => (await ask(child), void pipes(child)[1]!.destroy()))).toBe(1);
    expect(await ended(async (child) => (await ask(child), answerHook(pipes(child)[1]!, { accept: true })))).toBe(0);
    expect(await ended(async (child) => (await ask(child), answerHook(pipes(child)[1]!, { refuse: 'accept' })))).toBe(
      1,
    );
    expect(await ended(async (child) => pipes(child).forEach((pipe) => pipe.destroy()))).not.toBe(0);
    await hook.remove();
  });

  it('is refused when the service dies while it decides', async () => {
    const program = path.resolve(import.meta.dirname, '../../testing/waiting-host.js');
    const service = spawn(process.execPath, [program, path.join(scratch.folder, 'dying'), scratch.storage], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const lines = createInterface(service.stdout)[Symbol.asyncIterator]();
    const address = (await lines.next()).value as string;
    const pushing = push(address);
    expect((await lines.next()).value).toBe('asked');
    service.kill('SIGKILL');
    expect((await pushing).code).not.toBe(0);
    expect(await remoteRefs()).toBe('');
    expect(await readdir(path.join(repository, 'objects', 'pack'))).toEqual([]);
    // The next service removes the files that git could not remove: git was ended by its pipe to the dead service.
    const next = await makeGitScratch();
    const nextHost = await makeHost(next.git, scratch.storage);
    try {
      expect((await push(nextHost.url)).code).toBe(0);
      expect(await remoteRefs()).toBe(`${tip} refs/heads/master\n`);
      expect(await quarantines()).toEqual([]);
    } finally {
      await nextHost.close();
      await next.close();
    }
  });

  it('is never let through because the hook is gone or changed', async () => {
    const privateFolder = path.join(scratch.folder, 'private');
    const [name] = await readdir(privateFolder);
    const file = path.join(privateFolder, name!, 'pre-receive');
    host.checks = { beforeRefsMove: () => ({ refuse: 'No.' }) };
    const harms = [
      () => rm(path.join(privateFolder, name!), { recursive: true }),
      () => chmod(file, 0o600),
      () => writeFile(file, '#!/bin/sh\nexit 0\n'),
    ];
    for (const harm of harms) {
      await harm();
      expect((await push()).stderr).toContain('remote: No.');
    }
    await expectNothingChanged();
  });

  it.each(['hook', 'repository'])(
    'is not reported as done when the %s vanishes after git has started',
    async (what) => {
      const privateFolder = path.join(scratch.folder, 'private');
      const hasStarted = async () =>
        (await promisify(execFile)('ps', ['-ewwo', 'args'])).stdout.includes(
          `receive-pack --stateless-rpc ${repository}`,
        );
      host.checks = {
        checkCommands: async () => {
          await waitFor('git to start', hasStarted);
          await rm(path.join(privateFolder, (await readdir(privateFolder))[0]!), { recursive: true });
          if (what === 'repository') await rename(repository, `${repository}.lost`);
          return { accept: true };
        },
      };
      expect((await push()).code).not.toBe(0);
      await allPushesEnded();
      expect(host.settled).toEqual([]);
    },
  );

  it('ends when the client leaves while its commands are checked', async () => {
    host.checks = {
      checkCommands: async () => {
        dropClients();
        await waitFor('the client to be gone', () => host.sockets.size === 0);
        return { accept: true };
      },
    };
    expect((await push()).code).not.toBe(0);
    await allPushesEnded();
    expect(host.outcomes[0]).toMatchObject({ name: 'ClientGone' });
    await expectNothingChanged();
  });

  it('is dropped when the client leaves before it is accepted', async () => {
    host.checks = {
      beforeRefsMove: async () => {
        dropClients();
        await waitFor('the client to be gone', () => host.sockets.size === 0);
        return { accept: true };
      },
    };
    expect((await push()).code).not.toBe(0);
    await allPushesEnded();
    expect(host.outcomes[0]).toEqual({ kind: 'settled', moved: [] });
    expect(host.settled.flat()).toEqual([]);
    await expectNothingChanged();
  });

  it('is finished when the client leaves after it was accepted', async () => {
    host.checks = {
      beforeRefsMove: () => {
        setImmediate(dropClients);
        return { accept: true };
      },
    };
    expect((await push()).code).not.toBe(0);
    await allPushesEnded();
    const moved = [{ ref: 'refs/heads/master', from: null, to: tip }];
    expect(host.outcomes[0]).toEqual({ kind: 'settled', moved });
    // git's HTTP library repeats a request after a lost connection; the second one moves nothing.
    expect(host.settled.flat()).toEqual(moved);
    expect(await remoteRefs()).toBe(`${tip} refs/heads/master\n`);
  });

  /** Sends only the beginning of a push. */
  function beginPush(base: string): ReturnType<typeof request> {
    const sent = request(`${base}/project-${count}.git/git-receive-pack`, { method: 'POST' });
    sent.on('error', () => undefined);
    sent.write(packet(`${ZERO} ${tip} refs/heads/master\0 report-status side-band-64k`));
    sent.write(FLUSH);
    sent.write('PACK\0\0\0\x02\0\0\0\x05');
    return sent;
  }

  it('is dropped when the client leaves in the middle of its pack', async () => {
    const sent = beginPush(host.url);
    await waitFor('the push to reach git', async () => (await quarantines()).length > 0);
    sent.destroy();
    await waitFor('the push to end', () => host.outcomes.length === 1);
    expect(host.outcomes[0]).toBeInstanceOf(ClientGone);
    await expectNothingChanged();
  });

  it('is dropped when the client sends nothing any more', async () => {
    const impatient = await makeGitScratch({ transferTimes: { idleMs: 100 } });
    const other = await makeHost(impatient.git, scratch.storage);
    try {
      beginPush(other.url);
      await waitFor('the push to end', () => other.outcomes.length === 1);
      expect(other.outcomes[0]).toBeInstanceOf(GitTimeout);
      await expectNothingChanged();
    } finally {
      await other.close();
      await impatient.close();
    }
  });

  it.each([
    ['no packets', Buffer.from('hello world'), undefined, 400],
    ['cut short', packet(`${ZERO} ${ZERO} refs/heads/x\0`), undefined, 400],
    ['of an encoding that git does not use', FLUSH, 'br', 400],
    ['said to be gzip and is not', Buffer.from('hello world'), 'gzip', undefined],
    ['empty', Buffer.alloc(0), undefined, 200],
    ['a probe', FLUSH, undefined, 200],
  ])('is answered with a status when its body is %s', async (_, body, encoding, status) => {
    const answered = await fetch(`${url()}/git-receive-pack`, {
      method: 'POST',
      body: new Uint8Array(body),
      headers: encoding === undefined ? {} : { 'content-encoding': encoding },
    }).then(
      (response) => response.status,
      () => undefined,
    );
    expect(answered).toBe(status);
    expect(await remoteRefs()).toBe('');
  });

  it('tells the client of a repository that is gone', async () => {
    await scratch.git.repositories.trash(repository, path.join(scratch.folder, 'trash'));
    expect((await push()).stderr).toContain('not found');
  });
});
