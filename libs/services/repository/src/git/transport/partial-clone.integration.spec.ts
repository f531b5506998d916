import { mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Git as Client } from '@hearth/testing';
import { makeHost, type GitHost } from '../../testing/git-host.js';
import { attemptClient, client, makeGitScratch, type GitScratch } from '../../testing/git-scratch.js';
import { EVERYTHING } from '../reads/read-rights.js';

const FILES = ['readme', 'docs/guide', 'docs/deep/page', 'src/main', 'src/lib/part'];
const COMMITS = 4;

describe('a partial clone', () => {
  let scratch: GitScratch;
  let host: GitHost;
  let url: string;
  let clones = 0;

  beforeAll(async () => {
    scratch = await makeGitScratch();
    host = await makeHost(scratch.git, scratch.storage);
    await scratch.repository('partial');
    url = `${host.url}/partial.git`;
    const work = new Client(path.join(scratch.folder, 'work'));
    await client(scratch.folder, 'init', '--quiet', '-b', 'master', work.folder);
    for (let number = 0; number < COMMITS; number++) {
      for (const file of FILES) {
        await mkdir(path.dirname(path.join(work.folder, file)), { recursive: true });
        await writeFile(path.join(work.folder, file), `${file} ${number}\n`.repeat(file === 'readme' ? 500 : 1));
      }
      await work.run(['add', '.']);
      await work.run(['commit', '--quiet', '-m', `change ${number}`]);
    }
    await work.run(['push', '--quiet', url, 'master']);
  });

  afterAll(async () => {
    await host.close();
    await scratch.close();
  });

  beforeEach(() => {
    host.rights = EVERYTHING;
  });

  async function clone(...flags: string[]): Promise<string> {
    const folder = path.join(scratch.folder, `clone-${(clones += 1)}`);
    await client(scratch.folder, 'clone', '--quiet', ...flags, url, folder);
    return folder;
  }

  /** Returns how many objects of a kind a clone has, and how many it would fetch when they are needed. */
  async function objects(folder: string): Promise<{ commit: number; tree: number; blob: number; missing: number }> {
    const present = await client(folder, 'cat-file', '--batch-all-objects', '--batch-check=%(objecttype)');
    const count = (kind: string) => present.split('\n').filter((line) => line === kind).length;
    const listed = await client(folder, 'rev-list', '--objects', '--all', '--missing=print');
    const missing = listed.split('\n').filter((line) => line.startsWith('?')).length;
    return { commit: count('commit'), tree: count('tree'), blob: count('blob'), missing };
  }

  const TREES = 5 * COMMITS;
  const BLOBS = FILES.length * COMMITS;

  it.each([
    ['blob:none', { commit: COMMITS, tree: TREES, blob: 0, missing: BLOBS }],
    ['blob:limit=1k', { commit: COMMITS, tree: TREES, blob: BLOBS - COMMITS, missing: COMMITS }],
    ['tree:0', { commit: COMMITS, tree: 0, blob: 0, missing: COMMITS }],
    ['tree:2', { commit: COMMITS, tree: 3 * COMMITS, blob: COMMITS, missing: 4 * COMMITS }],
    ['object:type=commit', { commit: COMMITS, tree: 0, blob: 0, missing: COMMITS }],
    ['combine:blob:none+tree:1', { commit: COMMITS, tree: COMMITS, blob: 0, missing: 3 * COMMITS }],
  ])('leaves out what %s says', async (filter, expected) => {
    expect(await objects(await clone('--bare', `--filter=${filter}`))).toEqual(expected);
  });

  it.each([
    ['members', EVERYTHING],
    ['visitors', { mergeRequestHeads: false, unreachable: false }],
  ])('gets what it lacks when it is needed: %s', async (_who, rights) => {
    host.rights = rights;
    const folder = await clone('--filter=tree:0', '--no-checkout');
    expect(await client(folder, 'show', 'HEAD~2:docs/deep/page')).toBe('docs/deep/page 1\n');
    await client(folder, 'checkout', '--quiet', 'HEAD~1');
    expect((await client(folder, 'status', '--porcelain')).trim()).toBe('');
    await client(folder, 'fsck', '--strict', '--no-dangling');
  });

  it('may be shallow as well', async () => {
    const folder = await clone('--filter=blob:none', '--depth=1', '--no-checkout');
    expect(await objects(folder)).toEqual({ commit: 1, tree: 5, blob: 0, missing: FILES.length });
    await client(folder, 'fetch', '--quiet', '--unshallow');
    expect(await objects(folder)).toEqual({ commit: COMMITS, tree: TREES, blob: 0, missing: BLOBS });
  });

  it('may be sparse: only the files of the chosen folders are fetched', async () => {
    const folder = await clone('--filter=blob:none', '--sparse');
    await client(folder, 'sparse-checkout', 'set', 'docs');
    expect((await readdir(folder)).sort()).toEqual(['.git', 'docs', 'readme']);
    expect(await objects(folder)).toMatchObject({ blob: 3 });
  });

  it('is refused a filter by patterns, which git would match against every path of the history', async () => {
    const target = path.join(scratch.folder, 'refused');
    const { code, stderr } = await attemptClient(
      scratch.folder,
      ...['clone', '--quiet', '--bare', '--filter=sparse:oid=master:readme', url, target],
    );
    expect([code, stderr]).toEqual([128, expect.stringContaining("filter 'sparse:oid' not supported")]);
  });
});
