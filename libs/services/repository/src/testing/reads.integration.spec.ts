import { AccessLevel, type Principal } from '@hearth/contract-kit';
import { makeRepository, type SampleRepository } from '@hearth/testing';
import type { FakeProject } from './fake-services.js';
import { RepositoryApp } from './repository-app.js';

const app = RepositoryApp.inBlock();
let sample: SampleRepository;
let master: Principal;
let guest: Principal;
let stranger: Principal;
let project: FakeProject;
let empty: FakeProject;

interface Listed {
  readonly status: number;
  readonly rows: Record<string, unknown>[];
  readonly headers: Headers;
}

beforeAll(async () => {
  sample = await makeRepository('repository-reads');
  master = app.admit(app.services.addUser('master'));
  guest = app.admit(app.services.addUser('guest'));
  stranger = app.admit(app.services.addUser('stranger'));
  project = app.services.addProject('group/sample');
  empty = app.services.addProject('group/empty');
  for (const each of [project, empty]) each.members.set(master.userId, AccessLevel.master);
  project.members.set(guest.userId, AccessLevel.guest);
  await sample.git.run(['push', '--quiet', '--mirror', app.remote(project.fullPath, master)]);
});

afterAll(async () => {
  await sample?.remove();
});

const at = ({ id }: FakeProject, rest: string) => `/api/v4/projects/${id}/repository/${rest}`;

async function list(pathAndQuery: string, as: Principal | undefined = master): Promise<Listed> {
  const response = await app.send(pathAndQuery, { as });
  return { status: response.status, rows: (await response.json()) as Listed['rows'], headers: response.headers };
}

/** Returns every row of a list, by following its pages. */
async function all(pathAndQuery: string): Promise<Record<string, unknown>[]> {
  const rows: Record<string, unknown>[] = [];
  for (let page = 1; ; page++) {
    const listed = await list(`${pathAndQuery}${pathAndQuery.includes('?') ? '&' : '?'}per_page=100&page=${page}`);
    rows.push(...listed.rows);
    if (listed.headers.get('x-next-page') === '') return rows;
  }
}

const column = (rows: readonly Record<string, unknown>[], name: string) => rows.map((row) => row[name]);

describe('GET tree', () => {
  /** Returns git's own listing of a tree, in the order of the API. */
  async function truth(...args: string[]): Promise<string[]> {
    const bytes = await sample.git.run(['ls-tree', '-z', ...args]);
    const rows = bytes
      .toString('latin1')
      .split('\0')
      .filter(Boolean)
      .map((row) => /^(\d+) (\w+) (\w+)\t([^]*)$/.exec(row)!.slice(1) as [string, string, string, string]);
    const groups = ['tree', 'blob', 'commit'];
    const order = (a: string[], b: string[]) =>
      groups.indexOf(a[1]!) - groups.indexOf(b[1]!) || (a[3]! < b[3]! ? -1 : 1);
    return rows.sort(order).map(([mode, type, id, path]) => [mode, type, id, Buffer.from(path, 'latin1')].join(' '));
  }
  const asText = (rows: Record<string, unknown>[]) =>
    rows.map(({ mode, type, id, path }) => [mode, type, id, path].join(' '));

  it('lists the root of the default branch', async () => {
    expect(asText(await all(at(project, 'tree')))).toEqual(await truth('main'));
  });

  it('lists every level, in one grouping', async () => {
    expect(asText(await all(at(project, 'tree?recursive=true')))).toEqual(await truth('-r', '-t', 'main'));
  });

  it('lists a directory, with paths from the root', async () => {
    const expected = await truth('main', 'odd/');
    expect(asText(await all(at(project, 'tree?path=odd')))).toEqual(expected);
    expect(asText(await all(at(project, 'tree?path=/odd/&ref=main')))).toEqual(expected);
    const { rows } = await list(at(project, 'tree?path=order'));
    expect(rows[0]).toEqual({ id: expect.any(String), name: 'dir', type: 'tree', path: 'order/dir', mode: '040000' });
  });

  it('pages', async () => {
    const whole = await all(at(project, 'tree?path=odd'));
    const { rows, headers } = await list(at(project, 'tree?path=odd&per_page=5&page=2'));
    expect(rows).toEqual(whole.slice(5, 10));
    expect(headers.get('x-total')).toBe(String(whole.length));
    expect((await list(at(project, 'tree?per_page=5&page=900'))).rows).toEqual([]);
  });

  it.each(['path=no/such', 'path=README.md/x', 'path=..', 'path=a//b'])('knows no directory: %s', async (query) => {
    expect(await list(at(project, `tree?${query}`))).toMatchObject({ status: 200, rows: [] });
  });

  it.each(['ref=no-such', 'ref=a..b', 'ref=-x', `ref=${'0'.repeat(40)}`])('knows no ref: %s', async (query) => {
    const { status, rows } = await list(at(project, `tree?${query}`));
    expect([status, rows]).toEqual([404, { message: '404 Tree Not Found' }]);
  });

  it('finds nothing in an empty repository', async () => {
    expect(await list(at(empty, 'tree'))).toMatchObject({ status: 404, rows: { message: '404 Tree Not Found' } });
  });

  it('asks for a boolean', async () => {
    expect(await list(at(project, 'tree?recursive=perhaps'))).toMatchObject({
      status: 400,
      rows: { error: 'recursive is invalid' },
    });
  });
});

describe('GET commits', () => {
  it('lists the history of the default branch as git does', async () => {
    const ids = await sample.git.lines('rev-list', 'main');
    expect(column(await all(at(project, 'commits')), 'id')).toEqual(ids);
    const { headers } = await list(at(project, 'commits?per_page=1'));
    expect(headers.get('x-total')).toBe(String(ids.length));
  });

  it('shows what git shows of each commit', async () => {
    const shown = await all(at(project, 'commits'));
    const fields = ['%H', '%P', '%an', '%ae', '%aI', '%cn', '%ce', '%cI'];
    const lines = await sample.git.lines('log', `--format=${fields.join('%x00')}`, 'main');
    const seconds = (text: unknown) => String(text).replace('.000', '').replace('+00:00', 'Z');
    const mine = shown.map((row) =>
      [
        row['id'],
        (row['parent_ids'] as string[]).join(' '),
        row['author_name'],
        row['author_email'],
        seconds(row['authored_date']),
        row['committer_name'],
        row['committer_email'],
        seconds(row['committed_date']),
      ].join('\0'),
    );
    const theirs = lines.map((line) => line.replaceAll('+00:00', 'Z'));
    expect(mine).toEqual(theirs);
  });

  it('narrows by ref, path and time', async () => {
    const [middle] = await sample.git.lines('log', '-1', '--skip=100', '--format=%H %cI', 'main');
    const [id, time] = middle!.split(' ') as [string, string];
    const same = async (query: string, ...args: string[]) =>
      expect(column(await all(at(project, `commits?${query}`)), 'id')).toEqual(
        await sample.git.lines('rev-list', ...args),
      );
    await same(`ref_name=${id}`, id);
    await same(`ref_name=${id.slice(0, 10)}`, id);
    await same('path=odd', 'main', '--', 'odd');
    await same(`until=${encodeURIComponent(time)}`, `--until=${time}`, 'main');
    await same(`since=${encodeURIComponent(time)}`, `--since=${time}`, 'main');
    await same('first_parent=true', '--first-parent', 'main');
    await same('order=topo', '--topo-order', 'main');
    const [author] = await sample.git.lines('log', '-1', '--format=%ae', id);
    await same(`author=${encodeURIComponent(author!)}`, `--author=${author}`, 'main');
    await same('author=.*@', '--fixed-strings', '--author=.*@', 'main');
    await same(`ref_name=main&path=odd&until=${encodeURIComponent(time)}`, `--until=${time}`, 'main', '--', 'odd');
  });

  it.each(['ref_name=no-such', 'ref_name=a..b', 'path=no/such', 'path=..', 'since=2300-01-01'])(
    'finds none: %s',
    async (query) => {
      const { status, rows, headers } = await list(at(project, `commits?${query}`));
      expect([status, rows, headers.get('x-total')]).toEqual([200, [], '0']);
    },
  );

  it('finds none in an empty repository', async () => {
    expect(await list(at(empty, 'commits'))).toMatchObject({ status: 200, rows: [] });
  });

  it.each(['since', 'until', 'page', 'per_page'])('refuses a bad %s', async (name) => {
    const { status, rows } = await list(at(project, `commits?${name}=yesterday`));
    expect([status, rows]).toEqual([400, { error: `${name} is invalid` }]);
  });
});

describe('GET commits/:sha/sequence', () => {
  it('counts what a commit contains', async () => {
    const count = async (query: string) =>
      (await (await app.send(at(project, `commits/main/sequence${query}`), { as: master })).json()) as object;
    const truth = async (...args: string[]) => ({
      count: Number((await sample.git.lines('rev-list', '--count', ...args, 'main'))[0]),
    });
    expect(await count('')).toEqual(await truth());
    expect(await count('?first_parent=true')).toEqual(await truth('--first-parent'));
    expect((await app.send(at(project, 'commits/nope/sequence'), { as: master })).status).toBe(404);
  });
});

describe('GET branches', () => {
  it('lists them by the bytes of their names, each with its tip', async () => {
    const branches = await all(at(project, 'branches'));
    const truth = await sample.git.lines('for-each-ref', '--format=%(refname:lstrip=2) %(objectname)', 'refs/heads');
    const mine = branches.map(({ name, commit }) => `${String(name)} ${(commit as { id: string }).id}`);
    expect(mine).toEqual(truth);
    expect(mine.length).toBeGreaterThan(5);
  });

  it('finds them by their names', async () => {
    const names = column(await all(at(project, 'branches')), 'name') as string[];
    const searched = column(await all(at(project, 'branches?search=%5EMA')), 'name');
    expect(searched).toEqual(names.filter((name) => name.toLowerCase().startsWith('ma')));
    expect(searched.length).toBeGreaterThan(0);
    expect(await list(at(project, 'branches?regex=a'))).toMatchObject({
      status: 400,
      rows: { error: 'regex is not supported' },
    });
  });

  it('says which are merged, and which are protected', async () => {
    const branches = await all(at(project, 'branches'));
    const contained = await sample.git.lines('branch', '--format=%(refname:lstrip=2)', '--merged', 'main');
    const tip = await sample.git.idOf('main');
    const tips = new Map(branches.map(({ name, commit }) => [name, (commit as { id: string }).id]));
    const merged = branches.filter((branch) => branch['merged']);
    expect(column(merged, 'name')).toEqual(contained.filter((name) => tips.get(name) !== tip));
    expect(merged.length).toBeGreaterThan(0);
    const protectedOnes = branches.filter((branch) => branch['protected']);
    expect(protectedOnes).toMatchObject([{ name: 'main', developers_can_push: false, developers_can_merge: false }]);
  });

  it('is empty where nothing was pushed', async () => {
    const { status, rows, headers } = await list(at(empty, 'branches'));
    expect([status, rows, headers.get('x-total'), headers.get('x-total-pages')]).toEqual([200, [], '0', '1']);
  });
});

describe('GET blobs/:sha/raw', () => {
  it('answers the bytes, with a strong ETag', async () => {
    const [row] = await sample.git.lines('ls-tree', 'main', 'odd/');
    const id = /blob (\w+)\t/.exec(row!)![1]!;
    const response = await app.send(at(project, `blobs/${id}/raw`), { as: master });
    expect(Buffer.from(await response.arrayBuffer())).toEqual(await sample.git.run(['cat-file', 'blob', id]));
    expect(response.headers.get('etag')).toBe(`"${id}"`);
    expect(response.headers.get('content-type')).toBe('text/plain');
    expect(response.headers.get('content-disposition')).toBe('inline');
  });

  it('is not sent to who has it', async () => {
    const id = await sample.git.idOf('main:README.md');
    const ask = (tag: string) =>
      app.send(at(project, `blobs/${id}/raw`), { as: master, headers: { 'if-none-match': tag } });
    const response = await ask(`"${id}"`);
    expect([response.status, await response.text(), response.headers.get('etag')]).toEqual([304, '', `"${id}"`]);
    expect((await ask(`"${'f'.repeat(40)}"`)).status).toBe(200);
  });

  it('streams a large blob', async () => {
    const content = Buffer.alloc(9_000_000, 'large ');
    const large = (await sample.git.run(['hash-object', '-w', '--stdin'], { input: content })).toString().trim();
    const tree = (await sample.git.run(['mktree'], { input: `100644 blob ${large}\tlarge\n` })).toString().trim();
    const commit = await sample.git.text('commit-tree', '-m', 'large', tree);
    await sample.git.run(['push', '--quiet', app.remote(project.fullPath, master), `${commit}:refs/heads/large`]);
    const response = await app.send(at(project, `blobs/${large}/raw`), { as: master });
    expect(response.headers.get('content-length')).toBe(String(content.length));
    expect(Buffer.from(await response.arrayBuffer()).equals(content)).toBe(true);
  });

  it('knows blobs by their full ids only', async () => {
    const commit = await sample.git.idOf('main');
    const tree = await sample.git.idOf('main^{tree}');
    for (const sha of [commit, tree, 'main', commit.slice(0, 8), 'f'.repeat(40), 'a%0Ab', '%00']) {
      const response = await app.send(at(project, `blobs/${sha}/raw`), { as: master });
      expect([response.status, await response.json()]).toEqual([404, { message: '404 Blob Not Found' }]);
    }
    expect((await app.send(at(empty, `blobs/${commit}/raw`), { as: master })).status).toBe(404);
  });
});

describe('every read', () => {
  const paths = ['tree', 'commits', 'branches', `blobs/${'f'.repeat(40)}/raw`];

  it.each(paths)('%s hides the project before it looks at parameters', async (rest) => {
    for (const as of [undefined, stranger]) {
      const response = await app.send(at(project, `${rest}?page=x`), { as });
      expect([response.status, await response.json()]).toEqual([404, { message: '404 Project Not Found' }]);
    }
  });

  it.each(paths)('%s is not for guests of a private project', async (rest) => {
    expect((await app.send(at(project, rest), { as: guest })).status).toBe(403);
  });

  it.each(paths.slice(0, 3))('%s is public where the project is public', async (rest) => {
    project.visibility = 'public';
    try {
      for (const as of [undefined, guest, stranger]) {
        expect((await app.send(at(project, rest), { as })).status).toBe(200);
      }
    } finally {
      project.visibility = 'private';
    }
  });

  it.each(paths.slice(0, 3))('%s takes at most two statements, however long the page', async (rest) => {
    const db = app.database;
    for (const size of [1, 100]) {
      const before = db.statementCount;
      await list(at(project, `${rest}?per_page=${size}`));
      expect(db.statementCount - before).toBeLessThanOrEqual(2);
    }
  });

  it('names its project by its path too', async () => {
    const response = await app.send('/api/v4/projects/group%2Fsample/repository/branches', { as: master });
    expect(response.status).toBe(200);
  });

  it('fails in no unexplained way', () => {});
});
