import type { Type } from '@nestjs/common';
import { AccessLevel, type Principal } from '@hearth/contract-kit';
import { CommitMissing } from '@hearth/repository-contracts';
import { makeRepository, type SampleRepository } from '@hearth/testing';
import { ComparisonsProvider } from '../provider/comparisons.provider.js';
import type { FakeProject } from './fake-services.js';
import { RepositoryApp } from './repository-app.js';

const app = RepositoryApp.inBlock();
let sample: SampleRepository;
let master: Principal;
let project: FakeProject;
let empty: FakeProject;

beforeAll(async () => {
  sample = await makeRepository('compare-reads');
  master = app.admit(app.services.addUser('master'));
  project = app.services.addProject('group/sample');
  empty = app.services.addProject('group/empty');
  for (const each of [project, empty]) each.members.set(master.userId, AccessLevel.master);
  await sample.git.run(['push', '--quiet', '--mirror', app.remote(project.fullPath, master)]);
});

afterAll(() => sample?.remove());

interface Answer<Body> {
  readonly status: number;
  readonly body: Body;
  readonly headers: Headers;
}

async function get<Body = Record<string, unknown>>(rest: string, of = project): Promise<Answer<Body>> {
  const response = await app.send(`/api/v4/projects/${of.id}/repository/${rest}`, { as: master });
  return { status: response.status, body: (await response.json()) as Body, headers: response.headers };
}

const ids = (rows: unknown) => (rows as { id: string }[]).map(({ id }) => id);
/** Unknown revisions, and revisions that git would read as options, reflogs or paths. */
const HOSTILE = [
  'no-such',
  '-x',
  '--all',
  'a..b',
  'main..main~1',
  ':%2Fx',
  'main:README.md',
  '@{1}',
  'HEAD@{0}',
  '%00',
  'a%0Ab',
  '..%2F..',
  '^main',
  'f'.repeat(40),
];

describe('GET commits/:sha', () => {
  it('shows a commit by all of its names, with the lines it changes', async () => {
    const sha = await sample.git.idOf('main');
    const { body } = await get(`commits/${sha}`);
    const rows = (await sample.git.lines('diff-tree', '-r', '-M', '--numstat', `${sha}^1`, sha)).map((row) =>
      row.split('\t'),
    );
    const sum = (column: number) => rows.reduce((all, row) => all + (Number(row[column]) || 0), 0);
    const [additions, deletions] = [sum(0), sum(1)];
    expect(body).toMatchObject({ id: sha, stats: { additions, deletions, total: additions + deletions } });
    expect(body).toMatchObject({ status: null, last_pipeline: null });
    const pipeline = { id: 7, sha, ref: 'main', status: 'failed' } as const;
    app.services.pipelines.set(sha, pipeline);
    expect((await get(`commits/${sha}`)).body).toMatchObject({ status: 'failed', last_pipeline: pipeline });
    for (const name of ['main', 'HEAD', 'v1.0', sha.slice(0, 8), 'refs%2Fheads%2Fmain', 'light%2Flatest']) {
      expect([name, (await get(`commits/${name}`)).body['id']]).toEqual([name, sha]);
    }
  });

  it('leaves the lines out where they are not requested', async () => {
    expect((await get('commits/main?stats=false')).body).not.toHaveProperty('stats');
  });

  it('shows branches of odd names', async () => {
    const branches = await sample.git.lines('for-each-ref', '--format=%(refname:lstrip=2) %(objectname)', 'refs/heads');
    for (const [name, id] of branches.map((line) => line.split(' ') as [string, string])) {
      expect([name, (await get(`commits/${encodeURIComponent(name)}`)).body['id']]).toEqual([name, id]);
    }
  });

  it.each(HOSTILE.flatMap((name) => ['', '/diff', '/refs'].map((rest) => `${name}${rest}`)))(
    'finds none: %s',
    async (rest) => {
      const { status, body } = await get(`commits/${rest}`);
      expect([status, body]).toEqual([404, { message: '404 Commit Not Found' }]);
    },
  );

  it('finds none in an empty repository', async () => {
    for (const rest of ['commits/HEAD', 'commits/main/diff', 'commits/main/refs'])
      expect(await get(rest, empty)).toMatchObject({ status: 404, body: { message: '404 Commit Not Found' } });
  });
});

describe('GET commits', () => {
  it('lists those of all branches and tags', async () => {
    const { headers } = await get('commits?all=true&ref_name=no-such&per_page=1');
    const all = await sample.git.lines('rev-list', '--branches', '--tags');
    expect(headers.get('x-total')).toBe(String(all.length));
    expect(ids((await get('commits?all=1&per_page=100&page=2')).body)).toEqual(all.slice(100, 200));
    expect(await get('commits?all=true', empty)).toMatchObject({ status: 200, body: [] });
  });

  it.each(['9007199254740991', '107374183', '99999999999999999999'])('has no page %s', async (page) => {
    for (const rest of ['commits', 'commits/main/refs', 'tree', 'branches', 'contributors']) {
      const { status, body } = await get(`${rest}?per_page=100&page=${page}`);
      expect([rest, status, body]).toEqual([
        rest,
        ...(page.length > 16 ? [400, { error: 'page is invalid' }] : [200, []]),
      ]);
    }
  });

  it('shows the lines that each changes on request', async () => {
    const { body } = await get<{ stats: unknown; id: string }[]>('commits?with_stats=true&per_page=5');
    for (const { id, stats } of body) expect(stats).toEqual((await get(`commits/${id}`)).body['stats']);
    expect((await get<object[]>('commits?per_page=1')).body[0]).not.toHaveProperty('stats');
  });
});

describe('GET commits/:sha/diff', () => {
  it('shows each file with its text', async () => {
    const parent = await sample.git.text('commit-tree', '-m', 'x', `${await sample.git.idOf('main')}^{tree}`);
    const readme = await sample.git.text('rev-parse', 'main:README.md');
    const tree = (await sample.git.run(['mktree'], { input: `100755 blob ${readme}\tüb er\n` })).toString().trim();
    const sha = await sample.git.text('commit-tree', '-m', 'x', tree);
    await sample.git.run([
      'push',
      '--quiet',
      app.remote(project.fullPath, master),
      `${sha}:refs/heads/one`,
      `${parent}:refs/heads/two`,
    ]);
    const content = (await sample.git.text('cat-file', 'blob', readme)).split('\n');
    const text = `--- /dev/null\n+++ "b/\\303\\274b er"\t\n@@ -0,0 +1,${content.length} @@\n${content.map((line) => `+${line}\n`).join('')}`;
    expect((await get('commits/one/diff')).body).toEqual([
      {
        ...{ old_path: 'üb er', new_path: 'üb er', a_mode: '0', b_mode: '100755' },
        ...{ new_file: true, renamed_file: false, deleted_file: false, diff: text },
      },
    ]);
    expect((await get<unknown[]>('commits/two/diff')).body.length).toBeGreaterThan(100);
  });
});

describe('GET commits/:sha/refs', () => {
  it('lists the branches and tags that contain it', async () => {
    const names = async (kind: string, sha: string) => {
      const lines = await sample.git.lines(
        'for-each-ref',
        '--format=%(refname:lstrip=2)',
        `--contains=${sha}`,
        `refs/${kind}s`,
      );
      return lines.map((name) => ({ type: kind === 'head' ? 'branch' : 'tag', name }));
    };
    const sha = await sample.git.idOf('main~30');
    const [branches, tags] = [await names('head', sha), await names('tag', sha)];
    expect((await get(`commits/${sha}/refs?per_page=100`)).body).toEqual([...branches, ...tags]);
    expect((await get(`commits/${sha}/refs?type=branch&per_page=100`)).body).toEqual(branches);
    const { body, headers } = await get(`commits/${sha}/refs?type=tag&per_page=1&page=2`);
    expect([body, headers.get('x-total')]).toEqual([tags.slice(1, 2), String(tags.length)]);
    expect(await get(`commits/${sha}/refs?type=x`)).toMatchObject({
      status: 400,
      body: { error: 'type does not have a valid value' },
    });
  });
});

describe('GET compare', () => {
  interface Comparison {
    readonly commit: { id: string } | null;
    readonly commits: { id: string }[];
    readonly diffs: { new_path: string; diff: string }[];
    readonly compare_timeout: boolean;
    readonly compare_same_ref: boolean;
  }
  const compare = (from: string, to: string, more = '') =>
    get<Comparison>(`compare?from=${encodeURIComponent(from)}&to=${encodeURIComponent(to)}${more}`);

  it.each([
    ['main', 'feature/login'],
    ['feature/login', 'main'],
    ['v1.0', 'release/1.x'],
    ['main~5', 'main'],
    ['main', 'main~5'],
  ])('shows what %s is compared with %s', async (from, to) => {
    const { body } = await compare(from, to);
    const commits = await sample.git.lines('rev-list', '--reverse', `${from}..${to}`);
    expect(ids(body.commits)).toEqual(commits);
    expect(body).toMatchObject({ compare_timeout: false, compare_same_ref: false });
    expect(body.commit?.id ?? null).toBe(commits.at(-1) ?? null);
    const names = async (range: string) => {
      const bytes = await sample.git.run(['diff', '-z', '-M', '--no-ext-diff', '--name-only', range]);
      return bytes.toString().split('\0').filter(Boolean);
    };
    expect(new Set(body.diffs.map(({ new_path: path }) => path))).toEqual(new Set(await names(`${from}...${to}`)));
    const straight = await compare(from, to, '&straight=true');
    expect(ids(straight.body.commits)).toEqual(commits);
    expect(new Set(straight.body.diffs.map(({ new_path: path }) => path))).toEqual(
      new Set(await names(`${from}..${to}`)),
    );
  });

  it('finds nothing between names of one commit', async () => {
    expect((await compare('main', 'v1.0')).body).toEqual({
      commit: null,
      commits: [],
      diffs: [],
      compare_timeout: false,
      compare_same_ref: true,
    });
  });

  it('has no diff between histories without a common commit', async () => {
    const { body } = await compare('main', 'gh-pages');
    expect(ids(body.commits)).toEqual(await sample.git.lines('rev-list', '--reverse', 'main..gh-pages'));
    expect(body.diffs).toEqual([]);
  });

  it.each(HOSTILE)('knows no ref: %s', async (name) => {
    for (const query of [`from=${name}&to=main`, `from=main&to=${name}`]) {
      const { status, body } = await get(`compare?${query}`);
      if (name.includes('%00'))
        expect([status, body]).toEqual([400, { error: `${query.startsWith('from=%') ? 'from' : 'to'} is invalid` }]);
      else expect([status, body]).toEqual([404, { message: '404 Ref Not Found' }]);
    }
  });

  it('needs both refs, and a repository', async () => {
    expect(await get('compare')).toMatchObject({ status: 400, body: { error: 'from is missing, to is missing' } });
    expect(await get('compare?from=a&to=b', empty)).toMatchObject({
      status: 404,
      body: { message: '404 Ref Not Found' },
    });
  });
});

describe('GET merge_base', () => {
  const base = (...refs: string[]) =>
    get(`merge_base?${refs.map((ref) => `refs[]=${encodeURIComponent(ref)}`).join('&')}`);

  it('is what git finds', async () => {
    for (const refs of [
      ['main', 'feature/login'],
      ['main', 'feature/login', 'release/1.x'],
      ['main', 'main'],
    ]) {
      const sha = await sample.git.text('merge-base', ...refs);
      expect(await base(...refs)).toMatchObject({ status: 200, body: { id: sha } });
    }
  });

  it('refuses too few, unknown and unrelated refs', async () => {
    expect(await base('main')).toMatchObject({ status: 400, body: { message: 'Provide at least 2 refs' } });
    expect(await base('main', 'x', '--all')).toMatchObject({
      status: 400,
      body: { message: 'Could not find refs: x, --all' },
    });
    expect(await base('main', 'x')).toMatchObject({ status: 400, body: { message: 'Could not find ref: x' } });
    expect(await base('main', 'gh-pages')).toMatchObject({
      status: 404,
      body: { message: '404 Merge Base Not Found' },
    });
    expect(await get('merge_base')).toMatchObject({ status: 400, body: { error: 'refs is missing' } });
  });
});

describe('what other services ask', () => {
  const provider = () => app.get(ComparisonsProvider as Type<ComparisonsProvider>);

  it('is the diff of two commits', async () => {
    const [from, to] = [await sample.git.idOf('main~3'), await sample.git.idOf('main')];
    const { files, overflow } = await provider().diff({ projectId: project.id, from, to });
    const { body } = await get<{ diffs: { diff: string }[] }>(`compare?from=${from}&to=${to}&straight=true`);
    expect([files.map(({ patch }) => patch), overflow]).toEqual([body.diffs.map(({ diff }) => diff), false]);
    const whole = await provider().diff({ projectId: project.id, from: null, to });
    expect(whole.files.every(({ oldMode }) => oldMode === null)).toBe(true);
  });

  it('is their merge base', async () => {
    const commits = [await sample.git.idOf('main'), await sample.git.idOf('feature/login')];
    const mergeBase = await sample.git.text('merge-base', 'main', 'feature/login');
    expect(await provider().mergeBase({ projectId: project.id, commits })).toEqual({ mergeBase });
    const apart = [commits[0]!, await sample.git.idOf('gh-pages')];
    expect(await provider().mergeBase({ projectId: project.id, commits: apart })).toEqual({ mergeBase: null });
  });

  it('needs commits that are there', async () => {
    const sha = await sample.git.idOf('main');
    for (const missing of ['f'.repeat(40), '0'.repeat(40), await sample.git.idOf('main^{tree}')]) {
      await expect(provider().diff({ projectId: project.id, from: sha, to: missing })).rejects.toThrow(
        CommitMissing().message,
      );
      await expect(provider().mergeBase({ projectId: project.id, commits: [sha, missing] })).rejects.toThrow(
        CommitMissing().message,
      );
    }
    await expect(provider().diff({ projectId: empty.id, from: null, to: sha })).rejects.toThrow(
      CommitMissing().message,
    );
  });
});
