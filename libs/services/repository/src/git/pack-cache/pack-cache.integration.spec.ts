import { randomBytes } from 'node:crypto';
import { readdir, stat, writeFile } from 'node:fs/promises';
import { request, type IncomingMessage } from 'node:http';
import path from 'node:path';
import { Git as Client, waitFor } from '@hearth/testing';
import { makeHost, type GitHost } from '../../testing/git-host.js';
import { attemptClient, client, makeGitScratch, type GitScratch } from '../../testing/git-scratch.js';
import { EVERYTHING } from '../reads/read-rights.js';
import type { RepositoryPath } from '../refs/paths.js';
import type { RefName } from '../refs/ref-name.js';
import { mergeRequestHead } from '../repositories/repository-config.js';
import { packet } from '../transport/pkt-line.js';
import { packCacheMetrics } from './pack-cache-metrics.js';

const MiB = 1024 * 1024;

describe('equal fetches', () => {
  let scratch: GitScratch;
  let host: GitHost;
  let repository: RepositoryPath;
  let work: Client;
  let url: string;
  let clones = 0;

  beforeAll(async () => {
    scratch = await makeGitScratch({
      orphanMs: 0,
      packCache: { maxBytes: 16 * MiB, hasRoom: () => Promise.resolve(true) },
    });
    host = await makeHost(scratch.git, scratch.storage);
    repository = await scratch.repository('hot');
    url = `${host.url}/hot.git`;
    work = new Client(path.join(scratch.folder, 'work'));
    await client(scratch.folder, 'init', '--quiet', '-b', 'master', work.folder);
    await commit('first', randomBytes(2 * MiB));
    await work.run(['push', '--quiet', url, 'master']);
  });

  afterAll(async () => {
    await host.close();
    await scratch.close();
  });

  beforeEach(() => {
    host.fetchErrors.length = 0;
    host.rights = EVERYTHING;
    packCacheMetrics.requests.reset();
  });

  async function commit(name: string, content: string | Buffer = name): Promise<void> {
    await writeFile(path.join(work.folder, name), content);
    await work.run(['add', '.']);
    await work.run(['commit', '--quiet', '-m', name]);
  }

  async function clone(...flags: string[]): Promise<string> {
    const folder = path.join(scratch.folder, `clone-${(clones += 1)}`);
    await client(scratch.folder, ...flags, 'clone', '--quiet', '--bare', '--depth=1', url, folder);
    return folder;
  }

  /** Numbers of requests by command and result, since the spec began. */
  async function counts(): Promise<Record<string, number>> {
    const { values } = await packCacheMetrics.requests.get();
    return Object.fromEntries(values.map(({ labels, value }) => [`${labels.command} ${labels.result}`, value]));
  }

  it('at once are answered by one git, whole', async () => {
    const folders = await Promise.all(Array.from({ length: 12 }, () => clone()));
    for (const folder of folders) {
      await client(folder, 'fsck', '--strict', '--no-dangling');
      expect(await client(folder, 'rev-parse', 'master')).toBe(await client(work.folder, 'rev-parse', 'master'));
    }
    expect(await counts()).toMatchObject({ 'fetch miss': 1, 'fetch hit': 11 });
    // The list of refs is made anew only where refs were read for the first time at the same moment.
    expect((await counts())['ls-refs hit']).toBeGreaterThan(6);
    expect(host.fetchErrors).toEqual([]);
  });

  it.each([0, 1])('by version %i of the protocol are, too', async (version) => {
    await clone('-c', `protocol.version=${version}`);
    await client(await clone('-c', `protocol.version=${version}`), 'fsck', '--strict', '--no-dangling');
    expect(await counts()).toEqual({ 'fetch miss': 1, 'fetch hit': 1 });
  });

  it('get what was pushed in between, and the same packs while the tags stay', async () => {
    await clone();
    await commit('second');
    await work.run(['push', '--quiet', url, 'master:topic']);
    packCacheMetrics.requests.reset();
    await clone();
    expect(await counts()).toEqual({ 'ls-refs miss': 1, 'fetch hit': 1 });
    await work.run(['push', '--quiet', url, 'master']);
    const tip = await client(work.folder, 'rev-parse', 'master');
    expect(await client(await clone(), 'rev-parse', 'master')).toBe(tip);
    await work.run(['tag', 'v1']);
    await work.run(['push', '--quiet', url, 'v1']);
    expect(await client(await clone('-c', 'protocol.version=2'), 'tag')).toBe('v1\n');
    await work.run(['push', '--quiet', url, ':v1', ':topic']);
    expect(await client(await clone(), 'for-each-ref', '--format=%(refname)')).toBe('refs/heads/master\n');
  });

  it('of clients with fewer rights get only what these show', async () => {
    const tip = await scratch.git.refs.tip(repository, 'refs/heads/master' as RefName);
    await scratch.git.refsWriter.move(repository, [{ ref: mergeRequestHead(1), from: null, to: tip }]);
    expect(await client(scratch.folder, 'ls-remote', url)).toContain('refs/merge-requests/1/head');
    host.rights = { mergeRequestHeads: false, unreachable: false };
    expect(await client(scratch.folder, 'ls-remote', url)).not.toContain('refs/merge-requests');
    expect(await counts()).toEqual({ 'ls-refs miss': 2 });
  });

  it('end for the client that leaves, and not for others', async () => {
    await commit('large', randomBytes(5 * MiB));
    await work.run(['push', '--quiet', url, 'master']);
    const tip = (await client(work.folder, 'rev-parse', 'master')).trim();
    const lines = [`want ${tip}\n`, 'deepen 1\n', 'done\n'];
    const capabilities = [packet('command=fetch'), packet('object-format=sha1')];
    const body = Buffer.concat([...capabilities, Buffer.from('0001'), ...lines.map(packet), Buffer.from('0000')]);
    const answer = () =>
      new Promise<IncomingMessage>((resolve, reject) => {
        request(`${url}/git-upload-pack`, { method: 'POST', headers: { 'git-protocol': 'version=2' } }, resolve)
          .on('error', reject)
          .end(body);
      });
    const [first, second] = [await answer(), await answer()];
    first.destroy();
    let length = 0;
    for await (const bytes of second) length += (bytes as Buffer).length;
    expect(length).toBeGreaterThan(5 * MiB);
    expect(await counts()).toEqual({ 'fetch miss': 1, 'fetch hit': 1 });
    await waitFor('the end of the first', () => Promise.resolve(host.fetchErrors.length === 1));
    expect(host.fetchErrors[0]!.name).toBe('ClientGone');
  });

  it('of what is not there are refused each time, and nothing is kept', async () => {
    const folder = await clone();
    for (let round = 0; round < 2; round++) {
      const { code, stderr } = await attemptClient(folder, 'fetch', '--quiet', url, 'd'.repeat(40));
      expect([code, stderr]).toEqual([128, expect.stringContaining('not our ref')]);
    }
  });

  it('release the slot when they cost no git', async () => {
    await clone();
    const released: string[] = [];
    const original = scratch.git.uploadPack.bind(scratch.git);
    scratch.git.uploadPack = (at, fetch) =>
      original(at, { ...fetch, release: () => released.push(fetch.response.writableEnded ? 'late' : 'early') });
    await clone();
    scratch.git.uploadPack = original;
    // The list of refs and the pack, each released before it is sent, and once more at the end.
    await waitFor('the end of both', () => Promise.resolve(released.length === 4));
    expect(released).toEqual(['early', 'late', 'early', 'late']);
  });

  it('are never more on the disk than the bound', async () => {
    await work.run(['rm', '--quiet', 'large']);
    for (let round = 0; round < 3; round++) {
      await commit('other', randomBytes(5 * MiB));
      await work.run(['push', '--quiet', url, 'master']);
      await clone();
    }
    const packs = path.join(scratch.folder, 'private/packs');
    await waitFor('the files of the others to be removed', async () => {
      const sizes = await Promise.all(
        (await readdir(packs)).map(async (name) => (await stat(path.join(packs, name))).size),
      );
      return (
        sizes.filter((size) => size > 5 * MiB).length === 2 && sizes.reduce((sum, size) => sum + size, 0) <= 16 * MiB
      );
    });
  });
});
