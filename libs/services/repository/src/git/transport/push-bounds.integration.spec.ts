import { open, readdir, readFile, readlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { waitFor } from '@hearth/testing';
import { makeHost, type GitHost } from '../../testing/git-host.js';
import { attemptClient, client, makeGitScratch, type GitScratch } from '../../testing/git-scratch.js';
import type { RepositoryPath } from '../refs/paths.js';
import { FLUSH, packet } from './pkt-line.js';
import { MAX_COMMANDS } from './push-head.js';

const ZERO = '0'.repeat(40);
const MiB = 1024 * 1024;

describe('a push beyond its bounds', () => {
  let scratch: GitScratch;
  let host: GitHost;
  let repository: RepositoryPath;
  let work: string;
  let count = 0;

  beforeAll(async () => {
    scratch = await makeGitScratch();
    host = await makeHost(scratch.git, scratch.storage);
    work = path.join(scratch.folder, 'work');
    await client(scratch.folder, 'init', '--quiet', '--initial-branch=main', work);
    await commit('first');
  });

  afterAll(async () => {
    await host.close();
    await scratch.close();
  });

  beforeEach(async () => {
    repository = await scratch.repository(`bounds-${(count += 1)}`);
    host.outcomes.length = 0;
  });

  const url = (): string => `${host.url}/bounds-${count}.git`;

  async function commit(message: string): Promise<void> {
    await writeFile(path.join(work, 'file.txt'), message);
    await client(work, 'add', '-A');
    await client(work, 'commit', '--quiet', '-m', message);
  }

  async function expectNothingIsLeft(): Promise<void> {
    expect(await client(repository, 'for-each-ref')).toBe('');
    expect(await readdir(path.join(repository, 'objects', 'pack'))).toEqual([]);
    expect((await readdir(path.join(repository, 'objects'))).filter((name) => name.includes('incoming'))).toEqual([]);
  }

  it('of refs is refused in words that the client prints', async () => {
    const command = packet(`${ZERO} ${'1'.repeat(40)} refs/heads/main\0 report-status side-band-64k`);
    const body = Buffer.concat([...new Array<Buffer>(MAX_COMMANDS + 1).fill(command), FLUSH, Buffer.from('PACK')]);
    const answer = await fetch(`${url()}/git-receive-pack`, { method: 'POST', body: new Uint8Array(body) });
    const text = await answer.text();
    expect(text).toContain(`\x02A push may name at most ${MAX_COMMANDS} refs. Please push them in several parts.\n`);
    expect(text).toContain('ng refs/heads/main pre-receive hook declined');
    expect(host.outcomes).toMatchObject([{ kind: 'refused' }]);
    await expectNothingIsLeft();
  });

  it('of bytes that were compressed is broken off, and leaves nothing', async () => {
    const command = packet(`${ZERO} ${'1'.repeat(40)} refs/heads/main\0 report-status`);
    const pack = Buffer.concat([Buffer.from('PACK\0\0\0\x02\0\0\0\x01'), Buffer.alloc(100 * MiB)]);
    const body = gzipSync(Buffer.concat([command, FLUSH, pack]));
    const headers = { 'content-encoding': 'gzip' };
    const sent = fetch(`${url()}/git-receive-pack`, { method: 'POST', headers, body: new Uint8Array(body) });
    await sent.then((response) => response.text()).catch(() => undefined);
    // The client's connection breaks before the server has cleaned up.
    await waitFor('the outcome of the push', () => host.outcomes.length > 0);
    expect(host.outcomes).toMatchObject([{ name: 'RequestTooLarge' }]);
    await expectNothingIsLeft();
  });

  it('of memory is not held in it: a blob of any size is written as it comes', async () => {
    const file = await open(path.join(work, 'zeros'), 'w');
    await file.truncate(320 * MiB);
    await file.close();
    await commit('zeros');
    let pushing = true;
    const others = new Set(await pids());
    const pushed = attemptClient(work, 'push', '--quiet', url(), 'main').finally(() => (pushing = false));
    let most = 0;
    while (pushing) most = Math.max(most, ...(await peaksOf(repository, others)));
    expect((await pushed).code).toBe(0);
    expect(most).toBeGreaterThan(0);
    expect(most).toBeLessThan(80 * MiB);
  });
});

const pids = async () => (await readdir('/proc')).filter((name) => /^\d+$/.test(name));

/**
 * Returns the peak memory, in bytes, of each index-pack of the repository so far.
 * @param others pids to leave out: reading all processes of a busy machine takes longer than an index-pack runs
 */
async function peaksOf(repository: RepositoryPath, others: ReadonlySet<string>): Promise<number[]> {
  const peaks = (await pids()).map(async (pid) => {
    if (others.has(pid)) return 0;
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    if (!command.includes('index-pack')) return 0;
    const folder = await readlink(`/proc/${pid}/cwd`).catch(() => '');
    if (folder !== repository) return 0;
    const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
    return 1024 * Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0);
  });
  return Promise.all(peaks);
}
