import { AccessLevel, type Principal } from '@hearth/contract-kit';
import { makeRepository, type SampleRepository } from '@hearth/testing';
import { FilesProvider } from '../provider/files.provider.js';
import type { FakeProject } from './fake-services.js';
import { RepositoryApp } from './repository-app.js';

const app = RepositoryApp.inBlock();
let sample: SampleRepository;
let master: Principal;
let project: FakeProject;
let empty: FakeProject;

beforeAll(async () => {
  sample = await makeRepository('file-reads');
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

async function get(rest: string, of = project): Promise<{ status: number; body: Record<string, unknown> }> {
  const response = await ask(rest, { of });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

interface Entry {
  readonly type: string;
  readonly id: string;
  readonly path: string;
}

/** Returns all entries of main whose path is UTF-8. */
async function entries(): Promise<Entry[]> {
  const rows = (await sample.git.run(['ls-tree', '-r', '-t', '-z', 'main'])).toString().split('\0').filter(Boolean);
  return rows
    .map((row) => /^\d+ (\w+) (\w+)\t([^]*)$/.exec(row)!)
    .map(([, type, id, path]) => ({ type: type!, id: id!, path: path! }))
    .filter(({ path }) => !path.includes('\ufffd'));
}

const at = (path: string, ref = 'main') => `files/${encodeURIComponent(path)}?ref=${encodeURIComponent(ref)}`;
const rawAt = (path: string) => `files/${encodeURIComponent(path)}/raw?ref=main`;
/** Pushes a blob of that size in a commit of its own on the branch `large`. */
async function pushLarge(size: number): Promise<{ blob: string; commit: string; content: Buffer }> {
  const content = Buffer.from(Array.from({ length: size }, (_, index) => index % 251));
  const run = async (args: string[], input: Buffer | string) =>
    (await sample.git.run(args, { input })).toString().trim();
  const blob = await run(['hash-object', '-w', '--stdin'], content);
  const tree = await run(['mktree'], `100644 blob ${blob}\tlarge\n`);
  const commit = await sample.git.text('commit-tree', '-m', 'large', tree);
  await sample.git.run([
    'push',
    '--quiet',
    '--force',
    app.remote(project.fullPath, master),
    `${commit}:refs/heads/large`,
  ]);
  return { blob, commit, content };
}

describe('GET files/:file_path', () => {
  it('finds what git has, under all odd names', async () => {
    const odd = (await entries()).filter(({ path, type }) => type === 'blob' && /^(?:odd\/|order\/|[^a-z])/.test(path));
    expect(odd.length).toBeGreaterThan(20);
    const commit = await sample.git.idOf('main');
    for (const { path, id } of odd) {
      const content = await sample.git.run(['cat-file', 'blob', id]);
      const lastCommit = await sample.git.text('--literal-pathspecs', 'rev-list', '-1', 'main', '--', path);
      expect(await get(at(path))).toEqual({
        status: 200,
        body: {
          ...{
            file_name: path.split('/').at(-1),
            file_path: path,
            size: content.length,
            encoding: 'base64',
            ref: 'main',
          },
          ...{ blob_id: id, commit_id: commit, last_commit_id: lastCommit, content: content.toString('base64') },
        },
      });
      const raw = await ask(rawAt(path));
      expect([path, Buffer.from(await raw.arrayBuffer()).equals(content)]).toEqual([path, true]);
    }
  });

  it('says the same in headers, to HEAD too', async () => {
    const path = 'odd/ünïcödé/日本語.txt';
    const { body } = await get(at(path));
    const responses = [
      await ask(at(path), { method: 'HEAD' }),
      await ask(at(path)),
      await ask(rawAt(path), { method: 'HEAD' }),
      await ask(rawAt(path)),
    ];
    for (const { headers } of responses) {
      for (const field of ['size', 'encoding', 'ref', 'blob_id', 'commit_id', 'last_commit_id'])
        expect(headers.get(`x-gitlab-${field.replaceAll('_', '-')}`)).toBe(String(body[field]));
      expect(decodeURIComponent(headers.get('x-gitlab-file-path')!)).toBe(path);
      expect(decodeURIComponent(headers.get('x-gitlab-file-name')!)).toBe('日本語.txt');
    }
    expect(await responses[0]!.text()).toBe('');
    expect(responses.map(({ headers }) => headers.get('content-type'))).toEqual([
      'application/json',
      'application/json',
      'text/plain',
      'text/plain',
    ]);
  });

  it('takes any name of a commit, and for the content none', async () => {
    const old = await sample.git.idOf('main~50');
    for (const ref of [old, old.slice(0, 9), 'main~50']) {
      const { body } = await get(at('README.md', ref));
      expect(body).toMatchObject({ ref, commit_id: old, blob_id: await sample.git.idOf('main~50:README.md') });
    }
    expect((await get('files/README.md')).body).toEqual({ error: 'ref is missing' });
    expect(await (await ask('files/README.md/raw')).text()).toBe(
      `${await sample.git.text('cat-file', 'blob', 'main:README.md')}\n`,
    );
  });

  it('is not sent to who has it', async () => {
    for (const path of [at('README.md'), rawAt('README.md')]) {
      const etag = (await ask(path)).headers.get('etag')!;
      expect((await ask(path, { headers: { 'if-none-match': etag } })).status).toBe(304);
    }
    const [one, other] = [await ask(at('README.md', 'main')), await ask(at('README.md', 'HEAD'))];
    expect(one.headers.get('etag')).not.toBe(other.headers.get('etag'));
  });

  it('finds neither directories and submodules nor what leads out', async () => {
    const others = (await entries()).filter(({ type }) => type !== 'blob');
    expect(new Set(others.map(({ type }) => type))).toEqual(new Set(['tree', 'commit']));
    const wrong = [
      'no-such',

      '../HEAD',
      'README.md/x',
      'a//b',
      'link/x',
      '/etc/passwd',
      ':(top)README.md',
      'a\0b',
      '\\..\\HEAD',
    ];
    for (const path of [
      ...others.slice(0, 5).map((entry) => entry.path),
      ...others.filter(({ type }) => type === 'commit').map((entry) => entry.path),
      ...wrong,
    ]) {
      for (const rest of [at(path), rawAt(path)])
        expect([path, await get(rest)]).toEqual([path, { status: 404, body: { message: '404 File Not Found' } }]);
    }
  });

  it.each(['no-such', '--all', 'a..b', 'main:README.md', '@{1}'])('knows no ref: %s', async (ref) => {
    expect(await get(at('README.md', ref))).toEqual({ status: 404, body: { message: '404 Commit Not Found' } });
  });

  it('finds nothing in an empty repository', async () => {
    expect(await get(at('README.md'), empty)).toEqual({ status: 404, body: { message: '404 Commit Not Found' } });
  });
});

describe('GET files/:file_path/blame', () => {
  const blameAt = (path: string, query = '') => `files/${encodeURIComponent(path)}/blame?ref=main${query}`;
  const lines = async (query: string) => {
    const hunks = (await get(blameAt('README.md', query))).body as unknown as {
      commit: { id: string };
      lines: string[];
    }[];
    return hunks.flatMap((hunk) => hunk.lines.map((line) => `${hunk.commit.id} ${line}`));
  };

  it('shows the commit of each line as git does', async () => {
    const shown = await sample.git.lines('blame', '-l', '-s', '--root', 'main', '--', 'README.md');
    const truth = shown.map((line) => line.replace(/^([0-9a-f]{40}) +\d+\) ?/, '$1 '));
    expect(await lines('')).toEqual(truth);
    expect(truth.length).toBeGreaterThan(1);
    expect(await lines('&range[start]=2&range[end]=2')).toEqual(truth.slice(1, 2));
  });

  it.each([
    ['&range[start]=2&range[end]=1', { error: 'range is invalid' }],
    ['&range[start]=2', { error: 'range[end] is missing' }],
  ])('refuses %s', async (query, answer) => {
    expect(await get(blameAt('README.md', query))).toEqual({ status: 400, body: answer });
  });

  it('finds no directory', async () => {
    expect((await get(blameAt('odd'))).status).toBe(404);
  });
});

describe('the content of a large blob', () => {
  it.each([3_000_000, 3_000_001, 3_000_002])('is encoded as it is read: %s bytes', async (size) => {
    const { blob, commit, content } = await pushLarge(size);
    const response = await ask(`blobs/${blob}`);
    const text = await response.text();
    expect(Number(response.headers.get('content-length'))).toBe(text.length);
    const { content: encoded, ...fields } = JSON.parse(text) as Record<string, string>;
    expect(fields).toEqual({ size, encoding: 'base64', sha: blob });
    expect(encoded).toBe(content.toString('base64'));
    const file = (await get(at('large', commit))).body;
    expect(file['content']).toBe(encoded);
    const head = await ask(at('large', commit), { method: 'HEAD' });
    expect([head.status, Number(head.headers.get('content-length')) > size]).toEqual([200, true]);
  });
});

describe('GET blobs/:sha', () => {
  it('shows size and content', async () => {
    for (const { id, type } of (await entries()).slice(-12)) {
      if (type !== 'blob') continue;
      const content = await sample.git.run(['cat-file', 'blob', id]);
      expect((await get(`blobs/${id}`)).body).toEqual({
        size: content.length,
        encoding: 'base64',
        sha: id,
        content: content.toString('base64'),
      });
    }
  });

  it('knows blobs by their full ids only', async () => {
    for (const sha of [
      await sample.git.idOf('main'),
      await sample.git.idOf('main^{tree}'),
      'main',
      '0'.repeat(40),
      'a%0Ab',
    ])
      expect(await get(`blobs/${sha}`)).toEqual({ status: 404, body: { message: '404 Blob Not Found' } });
  });
});

it('tells other services the text of a file', async () => {
  const commit = await sample.git.idOf('main');
  const text = (path: string, mostBytes = 1_000_000, of = project) =>
    app.get(FilesProvider).text({ projectId: of.id, commit, path, mostBytes });
  const expected = (await sample.git.run(['show', 'main:README.md'])).toString();
  expect(await text('README.md')).toEqual({ outcome: 'found', text: expected });
  expect(await text('README.md', Buffer.byteLength(expected))).toEqual({ outcome: 'found', text: expected });
  expect(await text('README.md', Buffer.byteLength(expected) - 1)).toEqual({ outcome: 'too-large', text: '' });
  for (const path of ['missing', '', '../README.md'])
    expect(await text(path)).toEqual({ outcome: 'missing', text: '' });
  expect(await text('README.md', 1_000_000, empty)).toEqual({ outcome: 'missing', text: '' });
});
