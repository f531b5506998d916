import { Gitlab } from '@gitbeaker/rest';
import {
  segment,
  waitFor,
  type BranchRecord,
  type CommitRecord,
  type ProjectRecord,
  type TreeEntryRecord,
} from '@hearth/testing';
import { z } from 'zod';
import { FoundBlob } from '../schemas/records.js';
import { hearth } from '../system/hearth.js';
import { projectPath } from '../system/projects.js';
import { pushSample, type PushedSample } from '../system/pushed-sample.js';
import { branchesOf, refsOf, remoteRefs } from '../truth/branches.js';
import { loggedCommits, loggedIds, normalized } from '../truth/commits.js';
import { blobsOf, listedTree } from '../truth/trees.js';

const REFS = [
  'main',
  'feature/login',
  'fix/ünïcode-日本',
  'odd/percent%20sign',
  'gh-pages',
  'v1.0',
  'v0.1',
  'light/latest',
];

describe('a pushed repository, read through the API', () => {
  let pushed: PushedSample;
  let path: string;

  beforeAll(async () => {
    pushed = await pushSample('push-and-read');
    path = projectPath(pushed.project);
  });
  afterAll(() => pushed.sample.remove());

  it('has the refs that were pushed', async () => {
    const { git } = pushed.sample;
    expect(await remoteRefs(git, pushed.remote)).toEqual(await refsOf(git));
  });

  it('soon names its default branch and its activity', async () => {
    const project = await waitFor('default branch and activity', async () => {
      const read = await pushed.owner.api.read<ProjectRecord>(path);
      return read.default_branch !== null && read.last_activity_at > pushed.project.last_activity_at && read;
    });
    expect(project.default_branch).toBe('main');
  });

  it('soon says where its README is', async () => {
    const address = await waitFor('the address', async () => {
      const read = await pushed.owner.api.read<ProjectRecord>(path);
      return read.readme_url;
    });
    expect(address).toBe(`${pushed.project.web_url}/-/blob/main/README.md`);
  });

  it('lists the branches with their tips, merged or not, the default one protected', async () => {
    const branches = await pushed.owner.api.readAll<BranchRecord>(`${path}/repository/branches`, { per_page: 7 });
    const seen = branches.map(({ name, merged, commit }) => ({ name, merged, tip: commit.id }));
    expect(seen).toEqual(await branchesOf(pushed.sample.git, 'main'));
    expect(branches.filter((branch) => branch.protected).map(({ name }) => name)).toEqual(['main']);
    const main = branches.find(({ name }) => name === 'main')!;
    expect([normalized(main.commit)]).toEqual(await loggedCommits(pushed.sample.git, '-1', 'main'));
  });

  it.each(REFS)('lists the commits of %s over all pages', async (ref) => {
    const commits = await pushed.owner.api.readAll<CommitRecord>(`${path}/repository/commits`, { ref_name: ref });
    expect(commits.map(normalized)).toEqual(await loggedCommits(pushed.sample.git, ref));
  });

  it('lists the commits of the default branch when no ref is named, page by page', async () => {
    const expected = await loggedIds(pushed.sample.git, 'main');
    for (const page of [1, 2, 5]) {
      const answer = await pushed.owner.api.get(`${path}/repository/commits`, { per_page: 13, page });
      expect(
        answer
          .expect(200)
          .json<CommitRecord[]>()
          .map(({ id }) => id),
      ).toEqual(expected.slice(13 * (page - 1), 13 * page));
      expect(answer.headers).toMatchObject({ 'x-total': String(expected.length), 'x-page': String(page) });
    }
  });

  it.each([
    'README.md',
    'docs/guide',
    'docs/guide/',
    'src/renamed-1/index.ts',
    'odd/new\nline.txt',
    'odd/[brackets].txt',
    ':(glob)pathspec/**.txt',
    '-rf',
    'odd/percent%20encoded%2Fslash.txt',
    'odd/star*.txt',
    'odd/cafe\u0301.txt',
    'no/such/path',
  ])('lists the commits that touch %j', async (touched) => {
    const query = { ref_name: 'main', path: touched };
    const commits = await pushed.owner.api.readAll<CommitRecord>(`${path}/repository/commits`, query);
    expect(commits.map(({ id }) => id)).toEqual(await loggedIds(pushed.sample.git, 'main', '--', touched));
  });

  it('lists the commits between two times, both included', async () => {
    const { git } = pushed.sample;
    const log = await loggedCommits(git, 'main');
    const [until, since] = [log[40]!, log[140]!].map(({ committed_date: date }) => new Date(date).toISOString());
    const query = { since: since!.replace('.000', ''), until: until!.replace('.000', '') };
    const commits = await pushed.owner.api.readAll<CommitRecord>(`${path}/repository/commits`, query);
    const expected = await loggedIds(git, 'main', `--since=${query.since}`, `--until=${query.until}`);
    expect(expected.length).toBeGreaterThan(50);
    expect(commits.map(({ id }) => id)).toEqual(expected);
  });

  it('finds commits by their messages, and lines of files', async () => {
    const { git } = pushed.sample;
    const search = `${path}/search`;
    const [, second] = await loggedCommits(git, 'main');
    const text = second!.message.split('\n')[0]!.toUpperCase();
    const commits = await pushed.owner.api.readAll<CommitRecord>(search, { scope: 'commits', search: text });
    expect(commits.map(({ id }) => id)).toEqual(
      await loggedIds(git, 'main', '-i', '--fixed-strings', `--grep=${text}`),
    );
    const [line] = await git.lines('show', 'v1.0:README.md');
    const query = { scope: 'blobs', ref: 'v1.0', search: `${line!} filename:readme` };
    const answer = await pushed.owner.api.get(search, query);
    const found = z.array(FoundBlob).parse(answer.expect(200).json());
    expect(found).toContainEqual(expect.objectContaining({ path: 'README.md', ref: 'v1.0', startline: 1 }));
  });

  it.each(['main', 'feature/login', 'gh-pages', 'v1.0', 'v0.1'])(
    'lists the tree of %s, flat and recursive',
    async (ref) => {
      for (const recursive of [false, true]) {
        const query = { ref, recursive };
        const entries = await pushed.owner.api.readAll<TreeEntryRecord>(`${path}/repository/tree`, query);
        expect(entries).toEqual(await listedTree(pushed.sample.git, ref, '', recursive));
      }
    },
  );

  it.each(['docs', 'odd', 'odd/ünïcödé', 'many', 'order', '--help', ':(glob)pathspec', 'deep/deep/deep', 'vendor'])(
    'lists the folder %s',
    async (folder) => {
      for (const recursive of [false, true]) {
        const query = { path: folder, recursive, per_page: 31 };
        const entries = await pushed.owner.api.readAll<TreeEntryRecord>(`${path}/repository/tree`, query);
        expect(entries).toEqual(await listedTree(pushed.sample.git, 'main', folder, recursive));
      }
    },
  );

  it('gives every blob byte for byte', async () => {
    const blobs = await blobsOf(pushed.sample.git, 'main');
    expect(blobs.size).toBeGreaterThan(150);
    await Promise.all(
      [...blobs].map(async ([id, content]) => {
        const answer = await pushed.owner.api.get(`${path}/repository/blobs/${id}/raw`);
        expect(answer.expect(200).body.equals(content)).toBe(true);
      }),
    );
  });

  it('sends a blob once: its ETag answers 304', async () => {
    const url = `${path}/repository/blobs/${await pushed.sample.git.idOf('main:img/logo.png')}/raw`;
    const { headers } = (await pushed.owner.api.get(url)).expect(200);
    expect(headers['etag']).toMatch(/^"[^"]+"$/);
    const again = await pushed.owner.api.request('GET', url, { headers: { 'if-none-match': headers['etag']! } });
    expect(again.status).toBe(304);
    expect(again.body.length).toBe(0);
  });

  it('reads the same with gitbeaker', async () => {
    const gitlab = new Gitlab({ host: hearth.url, token: pushed.owner.token });
    const { path_with_namespace: fullPath, id } = pushed.project;
    const branches = await gitlab.Branches.all(fullPath);
    expect(branches.map(({ name }) => name)).toEqual(
      (await branchesOf(pushed.sample.git, 'main')).map(({ name }) => name),
    );
    const commits = await gitlab.Commits.all(id, { refName: 'gh-pages' });
    expect(commits.map((commit) => commit.id)).toEqual(await loggedIds(pushed.sample.git, 'gh-pages'));
    const tree = await gitlab.Repositories.allRepositoryTrees(fullPath, { path: 'many', perPage: 50 });
    expect(tree.map(({ path: at }) => at)).toEqual(
      (await listedTree(pushed.sample.git, 'main', 'many', false)).map((entry) => entry.path),
    );
  });

  it('answers by number, by encoded path in another case, and with dots encoded', async () => {
    const { id, path_with_namespace: fullPath } = pushed.project;
    for (const name of [String(id), segment(fullPath.toUpperCase()), segment(fullPath).replaceAll('-', '%2D')]) {
      expect((await pushed.owner.api.read<ProjectRecord>(`/projects/${name}`)).id).toBe(id);
    }
  });
});
