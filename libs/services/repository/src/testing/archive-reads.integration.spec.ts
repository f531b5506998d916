import { randomBytes } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import { AccessLevel, type Principal } from '@hearth/contract-kit';
import { until } from '@hearth/data/testing';
import { makeRepository, type SampleRepository } from '@hearth/testing';
import { GitLimits } from '../git-http/git-limits.js';
import { GitSlots } from '../git-http/git-slots.js';
import type { FakeProject } from './fake-services.js';
import { RepositoryApp } from './repository-app.js';

const app = RepositoryApp.inBlock();
let sample: SampleRepository;
let master: Principal;
let project: FakeProject;
let empty: FakeProject;

beforeAll(async () => {
  sample = await makeRepository('archive-reads');
  master = app.admit(app.services.addUser('master'));
  project = app.services.addProject('group/sample');
  empty = app.services.addProject('group/empty');
  for (const each of [project, empty]) each.members.set(master.userId, AccessLevel.master);
  await sample.git.run(['push', '--quiet', '--mirror', app.remote(project.fullPath, master)]);
});

afterAll(() => sample?.remove());

function ask(rest: string, { of = project, ...init }: RequestInit & { of?: FakeProject } = {}): Promise<Response> {
  return app.send(`/api/v4/projects/${of.id}/repository/${rest}`, { as: master, ...init });
}

const bytes = async (response: Response) => Buffer.from(await response.arrayBuffer());
const tar = (folder: string, ref: string, format = 'tar') =>
  sample.git.run(['archive', `--format=${format}`, `--prefix=${folder}/`, ref]);

/** Returns the number of running gits that make archives of the project's repository. */
async function archiving(): Promise<number> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const lines = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')));
  return lines.filter((line) => line.includes(app.folder.path) && line.split('\0').includes('archive')).length;
}

describe('GET archive', () => {
  it.each([
    ['archive.tar', 'tar', 'application/octet-stream'],
    ['archive?format=tar', 'tar', 'application/octet-stream'],
    ['archive.zip', 'zip', 'application/zip'],
    ['archive', 'tar.gz', 'application/octet-stream'],
    ['archive.tgz', 'tar.gz', 'application/octet-stream'],
  ])('is what git makes of the default branch: %s', async (rest, format, type) => {
    const sha = await sample.git.idOf('main');
    const folder = `sample-main-${sha}`;
    const response = await ask(rest);
    expect(response.headers.get('content-type')).toBe(type);
    expect(response.headers.get('content-disposition')).toBe(`attachment; filename="${folder}.${format}"`);
    expect(response.headers.get('content-transfer-encoding')).toBe('binary');
    const [made, theirs] = [await bytes(response), await tar(folder, sha, format.replace('.gz', ''))];
    expect((format === 'tar.gz' ? gunzipSync(made) : made).equals(theirs)).toBe(true);
  });

  it.each(['tar.bz2', 'tbz', 'tbz2', 'tb2', 'bz2'])('is compressed by bzip2: %s', async (suffix) => {
    const response = await ask(`archive.${suffix}`);
    const magic = (await bytes(response)).subarray(0, 4).toString('latin1');
    expect([magic, /\.tar\.bz2"$/.test(response.headers.get('content-disposition')!)]).toEqual(['BZh9', true]);
  });

  it('is named after what was asked for', async () => {
    const names = {
      'v1.0': 'v1.0',
      'light/latest': 'light-latest',
      'feature/login': 'feature-login',
      'fix/ünïcode-日本': 'fix-ünïcode-日本',
    };
    for (const [ref, name] of Object.entries(names)) {
      const sha = await sample.git.text('rev-parse', `${ref}^{commit}`);
      const response = await ask(`archive.tar?sha=${encodeURIComponent(ref)}`);
      const disposition = response.headers.get('content-disposition')!;
      const encoded = /filename\*=UTF-8''(.+)$/.exec(disposition)?.[1];
      const shown = encoded ? decodeURIComponent(encoded) : /filename="(.+)"/.exec(disposition)![1];
      expect(shown).toBe(`sample-${name}-${sha}.tar`);
      expect((await bytes(response)).equals(await tar(`sample-${name}-${sha}`, sha))).toBe(true);
    }
    const sha = await sample.git.idOf('main~3');
    for (const id of [sha, sha.slice(0, 8)]) {
      const response = await ask(`archive.tar?sha=${id}`);
      expect(response.headers.get('content-disposition')).toBe(`attachment; filename="sample-${sha}.tar"`);
      await response.body?.cancel();
    }
  });

  it('has the files of one folder, or one file, and another ETag', async () => {
    const sha = await sample.git.idOf('main');
    const paths = (await sample.git.lines('ls-tree', '-r', '--name-only', sha)).filter((path) => path.includes('/'));
    const folder = paths[0]!.slice(0, paths[0]!.lastIndexOf('/'));
    for (const path of [folder, paths[0]!]) {
      const response = await ask(`archive.tar?path=${encodeURIComponent(`/${path}/`)}`);
      const name = `sample-main-${sha}-${path.replaceAll('/', '-')}`;
      const theirs = await sample.git.run([
        'archive',
        '--format=tar',
        `--prefix=${name}/`,
        '--end-of-options',
        sha,
        path,
      ]);
      expect((await bytes(response)).equals(theirs)).toBe(true);
      expect(response.headers.get('content-disposition')).toBe(`attachment; filename="${name}.tar"`);
    }
    const tags = ['', `?path=${folder}`, `?path=${encodeURIComponent(paths[0]!)}`].map(async (query) => {
      return (await ask(`archive.tar${query}`, { method: 'HEAD' })).headers.get('etag');
    });
    expect(new Set(await Promise.all(tags)).size).toBe(3);
    for (const path of ['no-such', '../x', ':(glob)*', 'a/../b'])
      expect((await ask(`archive?path=${encodeURIComponent(path)}`)).status).toBe(404);
  });

  it('lacks folders and files, and has another ETag then', async () => {
    const sha = await sample.git.idOf('main');
    const files = await sample.git.lines('ls-tree', '-r', '--name-only', sha);
    const top = [...new Set(files.map((path) => path.split('/')[0]!))];
    const folder = top.find((name) => !files.includes(name))!;
    const file = ':(glob)pathspec';
    const response = await ask(`archive.tar?exclude_paths=${encodeURIComponent(`${folder}/,${file}`)}`);
    const without = [folder, file].map((path) => `:(exclude,literal)${path}`);
    const of = ['--format=tar', `--prefix=sample-main-${sha}/`, sha];
    const theirs = await sample.git.run(['archive', ...of, ...without]);
    expect((await bytes(response)).equals(theirs)).toBe(true);
    const whole = await ask('archive.tar', { method: 'HEAD' });
    expect(response.headers.get('etag')).not.toBe(whole.headers.get('etag'));
    const rows = { input: `100644 blob ${await sample.git.idOf(`main:README.md`)}\tonly\n` };
    const tree = String(await sample.git.run(['mktree'], rows)).trim();
    const identity = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com'];
    const single = String(await sample.git.run([...identity, 'commit-tree', '-m', 'One file', tree])).trim();
    await sample.git.run(['push', '--quiet', app.remote(project.fullPath, master), `${single}:refs/heads/single`]);
    expect((await ask('archive?sha=single&exclude_paths=only')).status).toBe(404);
    for (const excluded of ['no-such', '../x', ':(glob)*', `${file},no-such`])
      expect((await ask(`archive?exclude_paths=${encodeURIComponent(excluded)}`)).status).toBe(404);
  });

  it('is not sent to who has it, nor made for HEAD', async () => {
    await until('those that were left have ended', async () => (await archiving()) === 0);
    const head = await ask('archive.zip', { method: 'HEAD' });
    expect([head.status, head.headers.get('content-type')]).toEqual([200, 'application/zip']);
    const etag = head.headers.get('etag')!;
    expect((await ask('archive.zip', { headers: { 'if-none-match': etag } })).status).toBe(304);
    expect((await ask('archive.zip?sha=main~1', { method: 'HEAD' })).headers.get('etag')).not.toBe(etag);
    expect(await archiving()).toBe(0);
  });

  it.each(['no-such', '--output=x', '-x', 'main:README.md', 'a..b', 'main README.md'])(
    'finds none: %s',
    async (sha) => {
      const response = await ask(`archive?sha=${encodeURIComponent(sha)}`);
      expect([response.status, await response.json()]).toEqual([404, { message: '404 File Not Found' }]);
    },
  );

  it('finds none in an empty repository, and knows its formats', async () => {
    expect((await ask('archive', { of: empty })).status).toBe(404);
    for (const rest of ['archive.exe', 'archive?format=exe']) {
      const response = await ask(rest);
      expect([response.status, await response.json()]).toEqual([400, { error: 'format does not have a valid value' }]);
    }
  });

  it('ends with a client that goes away, and gives its slot back', async () => {
    const noise = randomBytes(3_000_000);
    const blob = (await sample.git.run(['hash-object', '-w', '--stdin'], { input: noise })).toString().trim();
    const rows = Array.from({ length: 40 }, (_, index) => `100644 blob ${blob}\tfile-${index}\n`).join('');
    const tree = (await sample.git.run(['mktree'], { input: rows })).toString().trim();
    const commit = await sample.git.text('commit-tree', '-m', 'large', tree);
    await sample.git.run(['push', '--quiet', app.remote(project.fullPath, master), `${commit}:refs/heads/noise`]);
    const slots = app.get(GitSlots);
    for (let client = 0; client < 2; client += 1) {
      const leaving = new AbortController();
      const response = await ask('archive.tar?sha=noise', { signal: leaving.signal });
      await response.body!.getReader().read();
      expect(await archiving()).toBeGreaterThan(0);
      leaving.abort();
      await until('git has ended', async () => (await archiving()) === 0);
    }
    // As many as one user may have for one repository: the earlier ones no longer count.
    const caller = { principal: master, clientAddress: '127.0.0.1' };
    const { perRepository, perUser, total } = app.get(GitLimits).slots;
    const length = Math.min(perRepository, perUser, total);
    const signal = AbortSignal.timeout(30_000);
    const taken = await Promise.all(Array.from({ length }, () => slots.take(caller, project.id, signal)));
    for (const release of taken) release();
  });
});
