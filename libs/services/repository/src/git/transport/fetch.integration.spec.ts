import { readdir, readFile, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import path from 'node:path';
import { Readable, Writable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { makeRepository, waitFor, type SampleRepository } from '@hearth/testing';
import { makeHost, type GitHost } from '../../testing/git-host.js';
import { attemptClient, client, commitOn, makeGitScratch, type GitScratch } from '../../testing/git-scratch.js';
import type { RepositoryPath } from '../refs/paths.js';
import { EVERYTHING } from '../reads/read-rights.js';
import { GitTimeout } from '../process/errors.js';
import { FLUSH, packet } from './pkt-line.js';
import { MAX_REQUEST_BYTES } from './request-body.js';
import { ClientGone } from './transfer.js';

describe('a fetch', () => {
  let scratch: GitScratch;
  let host: GitHost;
  let sample: SampleRepository;
  let repository: RepositoryPath;
  let url: string;
  let clones = 0;

  beforeAll(async () => {
    scratch = await makeGitScratch();
    host = await makeHost(scratch.git, scratch.storage);
    sample = await makeRepository('fetch');
    repository = await scratch.repository('sample');
    await sample.git.run(['push', '--quiet', '--mirror', repository]);
    await sample.git.run(['--git-dir', repository, 'symbolic-ref', 'HEAD', 'refs/heads/main']);
    url = `${host.url}/sample.git`;
  });

  afterAll(async () => {
    await host.close();
    await scratch.close();
    await sample.remove();
  });

  beforeEach(() => {
    host.requests.length = 0;
    host.fetchErrors.length = 0;
    host.rights = EVERYTHING;
  });

  async function clone(...argv: string[]): Promise<string> {
    const folder = path.join(scratch.folder, `clone-${(clones += 1)}`);
    await client(scratch.folder, ...argv, folder);
    return folder;
  }

  it.each([0, 1, 2])('of everything, by version %i of the protocol, is whole', async (version) => {
    const folder = await clone('-c', `protocol.version=${version}`, 'clone', '--quiet', '--mirror', url);
    const refs = ['for-each-ref', '--format=%(objectname) %(refname)'];
    expect(await client(folder, ...refs)).toBe(await client(repository, ...refs));
    await client(folder, 'fsck', '--strict', '--no-dangling');
    expect(host.fetchErrors).toEqual([]);
  });

  it('of an object that a copy lacks is left to the repository, before anything is written', async () => {
    const [tip] = (await client(repository, 'rev-parse', 'main')).split('\n');
    const elsewhere = new Error('elsewhere');
    const fetch = async (id: string) => {
      const written: Buffer[] = [];
      const response = new Writable({ write: (chunk: Buffer, _, done) => done(void written.push(chunk)) });
      const body = Readable.from([packet(`want ${id}\n`), FLUSH, packet('done\n')]);
      const rights = { rights: EVERYTHING, anonymous: false };
      await scratch.git.uploadPack(repository, { ...rights, body, response, elsewhere }).catch((error: unknown) => {
        if (error !== elsewhere) throw error;
      });
      return Buffer.concat(written).length;
    };
    expect(await fetch('1'.repeat(40))).toBe(0);
    expect(await fetch(tip!)).toBeGreaterThan(100);
  });

  it('checks out the default branch', async () => {
    const folder = await clone('clone', '--quiet', url);
    expect((await client(folder, 'symbolic-ref', 'HEAD')).trim()).toBe('refs/heads/main');
    expect((await client(folder, 'status', '--porcelain')).trim()).toBe('');
  });

  it('may be shallow, and deepened', async () => {
    for (const version of [0, 2]) {
      const folder = await clone('-c', `protocol.version=${version}`, 'clone', '--quiet', '--depth=3', url);
      expect(Number(await client(folder, 'rev-list', '--count', '--first-parent', 'HEAD'))).toBe(3);
      await client(folder, '-c', `protocol.version=${version}`, 'fetch', '--quiet', '--unshallow');
      expect(await client(folder, 'rev-list', '--count', 'HEAD')).toBe(
        await client(repository, 'rev-list', '--count', 'main'),
      );
    }
  });

  it('may leave blobs out until they are needed', async () => {
    const folder = await clone('clone', '--quiet', '--bare', '--filter=blob:none', url);
    const missing = await client(folder, 'rev-list', '--objects', '--missing=print', 'main');
    expect(missing.split('\n').filter((line) => line.startsWith('?')).length).toBeGreaterThan(100);
  });

  it('may want a single commit by its id', async () => {
    const old = (await client(repository, 'rev-parse', 'main~30')).trim();
    for (const version of [0, 2]) {
      const folder = await clone('init', '--quiet', '--bare');
      await client(folder, '-c', `protocol.version=${version}`, 'fetch', '--quiet', '--depth=1', url, old);
      expect((await client(folder, 'rev-parse', 'FETCH_HEAD')).trim()).toBe(old);
    }
  });

  it('brings what is new, with a negotiation', async () => {
    const folder = await clone('clone', '--quiet', '--bare', '--single-branch', '--branch=v0.1', url);
    await client(folder, 'fetch', '--quiet', url, '+refs/*:refs/*');
    await client(folder, 'fsck', '--no-dangling');
    await client(repository, 'update-ref', 'refs/heads/later', 'refs/heads/main~1');
    await client(folder, 'fetch', '--quiet', url, '+refs/*:refs/*');
    expect(await client(folder, 'rev-parse', 'later')).toBe(await client(repository, 'rev-parse', 'main~1'));
  });

  it('does not see the refs that are ours', async () => {
    await client(repository, 'update-ref', 'refs/hearth/keep', 'refs/heads/main');
    await client(repository, 'update-ref', 'refs/merge-requests/1/head', 'refs/heads/main');
    const listed = await client(scratch.folder, 'ls-remote', url);
    expect(listed).not.toContain('refs/hearth/');
    expect(listed).toContain('refs/merge-requests/1/head');
  });

  describe.each([0, 1, 2])('of a visitor, by version %i of the protocol', (version) => {
    const git = (folder: string, ...argv: string[]) =>
      attemptClient(folder, '-c', `protocol.version=${version}`, ...argv);

    beforeEach(() => {
      host.rights = { mergeRequestHeads: false, unreachable: false };
    });

    it('brings what branches and tags reach, by name and by id', async () => {
      const folder = await clone('init', '--quiet', '--bare');
      const old = (await client(repository, 'rev-parse', 'main~30')).trim();
      expect((await git(folder, 'fetch', '--quiet', url, '+refs/*:refs/*', `${old}:refs/old`)).stderr).toBe('');
      await client(folder, 'fsck', '--strict', '--no-dangling');
    });

    it('brings neither heads of merge requests nor what no ref reaches', async () => {
      await client(repository, 'update-ref', 'refs/heads/aside', 'main~20');
      const secret = await commitOn(repository, 'refs/heads/aside', 'secret');
      await client(repository, 'update-ref', 'refs/heads/aside', 'main~20');
      const proposed = await commitOn(repository, 'refs/merge-requests/2/head', 'proposed');
      await client(repository, 'update-ref', `refs/hearth/keep-around/${secret}`, secret);
      const folder = await clone('init', '--quiet', '--bare');
      expect((await git(folder, 'ls-remote', url)).stdout).not.toMatch(/refs\/(?:merge-requests|hearth)/);
      for (const wanted of ['refs/merge-requests/2/head', secret, proposed, `${proposed}^{tree}`]) {
        const id = wanted.startsWith('refs/') ? wanted : (await client(repository, 'rev-parse', wanted)).trim();
        expect(await git(folder, 'fetch', '--quiet', url, id)).toMatchObject({ code: 128 });
      }
      host.rights = { mergeRequestHeads: true, unreachable: false };
      for (const [id, code] of [
        [proposed, 0],
        [secret, 128],
      ] as const)
        expect(await git(folder, 'fetch', '--quiet', url, id)).toMatchObject({ code });
      expect(host.fetchErrors).toEqual([]);
    });
  });

  it('of a visitor may leave blobs out until they are needed', async () => {
    host.rights = { mergeRequestHeads: false, unreachable: false };
    const folder = await clone('clone', '--quiet', '--filter=blob:none', url);
    await client(folder, 'checkout', '--quiet', 'main~10');
    const hidden = await commitOn(repository, 'refs/merge-requests/3/head', 'hidden');
    const blob = (await client(repository, 'rev-parse', `${hidden}:hidden`)).trim();
    expect((await attemptClient(folder, 'cat-file', '-p', blob)).stderr).toContain(`not our ref ${blob}`);
    host.rights = { mergeRequestHeads: true, unreachable: false };
    expect(await client(folder, 'cat-file', '-p', blob)).toBe('hidden');
  });

  it('of a visitor that says nothing sensible is malformed', async () => {
    host.rights = { mergeRequestHeads: false, unreachable: false };
    const response = await fetch(`${url}/git-upload-pack`, { method: 'POST', body: 'nonsense' });
    expect(response.status).toBe(400);
  });

  it('of an empty repository knows its branch', async () => {
    await scratch.repository('empty');
    const folder = await clone('clone', '--quiet', `${host.url}/empty.git`);
    expect((await client(folder, 'symbolic-ref', 'HEAD')).trim()).toBe('refs/heads/master');
  });

  it('of a missing repository is not found', async () => {
    expect((await attemptClient(scratch.folder, 'ls-remote', `${host.url}/none.git`)).stderr).toContain('not found');
  });

  it('understands compressed requests', async () => {
    const body = Buffer.concat([
      packet('command=ls-refs\n'),
      Buffer.from('0001'),
      packet('ref-prefix refs/heads/main\n'),
      FLUSH,
    ]);
    const answers = await Promise.all(
      [
        { body, encoding: 'identity' },
        { body: gzipSync(body), encoding: 'gzip' },
      ].map(async ({ body, encoding }) => {
        const headers = { 'git-protocol': 'version=2', 'content-encoding': encoding };
        const response = await fetch(`${url}/git-upload-pack`, { method: 'POST', headers, body: new Uint8Array(body) });
        return response.text();
      }),
    );
    expect(answers[0]).toContain('refs/heads/main');
    expect(answers[1]).toBe(answers[0]);
  });

  it('that inflates beyond what a fetch asks is refused, plain or compressed', async () => {
    const tip = (await client(repository, 'rev-parse', 'main')).trim();
    const have = packet(`have ${'1'.repeat(40)}\n`);
    const count = Math.ceil(MAX_REQUEST_BYTES / have.length) + 1;
    const body = Buffer.concat([packet(`want ${tip} ofs-delta\n`), FLUSH, ...new Array<Buffer>(count).fill(have)]);
    for (const [encoding, sent] of [
      ['identity', body],
      ['gzip', gzipSync(body)],
    ] as const) {
      const headers = { 'content-encoding': encoding };
      const response = await fetch(`${url}/git-upload-pack`, { method: 'POST', headers, body: new Uint8Array(sent) });
      expect(response.status).toBe(413);
    }
    expect(host.fetchErrors.map(({ name }) => name)).toEqual(['RequestTooLarge', 'RequestTooLarge']);
    await waitFor('git to be gone', async () => (await processesOf(repository)).length === 0);
  });

  it('that never becomes complete is ended, though its client sends byte after byte', async () => {
    const impatient = await makeGitScratch({ transferTimes: { requestMs: 300 } });
    const other = await makeHost(impatient.git, scratch.storage);
    const sent = request(`${other.url}/sample.git/git-upload-pack`, { method: 'POST' });
    sent.on('error', () => undefined);
    sent.write('0');
    const trickle = setInterval(() => sent.write('0'), 20);
    try {
      await waitFor('the fetch to end', () => other.fetchErrors.length === 1);
      expect(other.fetchErrors[0]).toBeInstanceOf(GitTimeout);
      await waitFor('git to be gone', async () => (await processesOf(repository)).length === 0);
    } finally {
      clearInterval(trickle);
      sent.destroy();
      await other.close();
      await impatient.close();
    }
  });

  it('is told of the refs at the pace at which it reads them', async () => {
    const many = await scratch.repository('many');
    const tip = (await client(repository, 'rev-parse', 'main')).trim();
    const lines = Array.from(
      { length: 100_000 },
      (_, index) => `${tip} refs/heads/${String(index).padStart(6, '0')}\n`,
    );
    await writeFile(path.join(many, 'packed-refs'), `# pack-refs with: peeled fully-peeled sorted \n${lines.join('')}`);
    await writeFile(path.join(many, 'objects/info/alternates'), `${repository}/objects\n`);
    let offered = 0;
    const arrived = Promise.withResolvers<void>();
    const slow = new Writable({
      write: (chunk: Buffer) => {
        offered += chunk.length;
        arrived.resolve();
      },
    });
    const leaving = new AbortController();
    const serving = scratch.git.advertise(many, 'git-upload-pack', {
      rights: EVERYTHING,
      response: slow,
      signal: leaving.signal,
    });
    await arrived.promise;
    expect((await processesOf(many)).length).toBe(1);
    expect(offered + slow.writableLength).toBeLessThan(1024 * 1024);
    leaving.abort(new Error('enough'));
    await expect(serving).rejects.toThrow('enough');
    const listed = await client(scratch.folder, '-c', 'protocol.version=0', 'ls-remote', `${host.url}/many.git`);
    expect(listed.trim().split('\n')).toHaveLength(100_000);
  });

  it('that says nothing sensible is an error', async () => {
    const response = await fetch(`${url}/git-upload-pack`, { method: 'POST', body: 'nonsense' });
    expect(response.status).toBe(500);
    expect(host.fetchErrors).toHaveLength(1);
  });

  it('ends git when the client leaves', async () => {
    const tip = (await client(repository, 'rev-parse', 'main')).trim();
    const sent = request(`${url}/git-upload-pack`, { method: 'POST' });
    sent.on('error', () => undefined);
    // git is started for a short request only once it is complete.
    sent.write(
      Buffer.concat([packet(`want ${tip} ofs-delta\n`), ...new Array<Buffer>(1500).fill(packet(`want ${tip}\n`))]),
    );
    await waitFor('git to be started', async () => (await processesOf(repository)).length > 0);
    sent.destroy();
    await waitFor('the fetch to end', () => host.fetchErrors.length === 1);
    expect(host.fetchErrors[0]).toBeInstanceOf(ClientGone);
    await waitFor('git to be gone', async () => (await processesOf(repository)).length === 0);
  });
});

/** Returns the processes of git that serve a fetch from the repository. */
async function processesOf(repository: RepositoryPath): Promise<string[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const lines = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')));
  return lines.filter((line) => line.includes('upload-pack') && line.includes(repository));
}
