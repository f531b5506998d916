import { AccessLevel, type Principal } from '@hearth/contract-kit';
import type { Git as Client } from '@hearth/testing';
import { RefsProvider } from '../provider/refs.provider.js';
import { RepositoryFacts } from '../repositories/repository.facts.js';
import type { FakeProject } from './fake-services.js';
import { GitProjects } from './git-projects.js';
import { commitOn } from './git-scratch.js';
import { RepositoryApp } from './repository-app.js';

const app = RepositoryApp.inBlock();
const projects = new GitProjects(app);
let guest: Principal;
let project: FakeProject;
let client: Client;
let main: string;
/** Head of a merge request, whose commits are on no branch. */
let head: string;
/** Commit of a deleted branch, kept around by Hearth. */
let lost: string;

const HEAD = 'refs/merge-requests/1/head';

beforeAll(async () => {
  guest = app.admit(app.services.addUser('guest'));
  ({ project, client } = await projects.start('public'));
  project.members.set(guest.userId, AccessLevel.guest);
  main = await client.idOf('main');
  const fork = projects.make();
  await client.run(['checkout', '--quiet', '-b', 'topic']);
  head = await projects.commit(client, 'proposed');
  await client.run(['push', '--quiet', app.remote(fork.fullPath, projects.master), 'topic']);
  const provider = app.get(RefsProvider);
  const source = { sourceProjectId: fork.id, sourceBranch: 'topic' };
  await provider.syncMergeRequestHead({ projectId: project.id, iid: 1, ...source });
  lost = await commitOn((await app.get(RepositoryFacts).path(project.id))!, 'refs/heads/gone', 'lost');
  await provider.keepAround({ projectId: project.id, commits: [lost] });
  await client.run(['push', '--quiet', 'origin', ':gone']);
});

beforeEach(() => {
  project.features = {};
});

/** Every read that takes a revision from the caller. */
const READS: Record<string, (revision: string) => string> = {
  tree: (revision) => `tree?ref=${revision}`,
  commits: (revision) => `commits?ref_name=${revision}`,
  commit: (revision) => `commits/${revision}`,
  diff: (revision) => `commits/${revision}/diff`,
  refs: (revision) => `commits/${revision}/refs`,
  comments: (revision) => `commits/${revision}/comments`,
  file: (revision) => `files/first.txt?ref=${revision}`,
  'raw file': (revision) => `files/first.txt/raw?ref=${revision}`,
  archive: (revision) => `archive?sha=${revision}`,
  'archive of a format': (revision) => `archive.zip?sha=${revision}`,
  'compare from': (revision) => `compare?from=${revision}&to=main`,
  'compare to': (revision) => `compare?from=main&to=${revision}`,
  'merge base': (revision) => `merge_base?refs[]=main&refs[]=${revision}`,
};

async function read(rest: string, as?: Principal): Promise<'found' | 'not found'> {
  const response = await app.send(`/api/v4/projects/${project.id}/repository/${rest}`, as && { as });
  const body = await response.text();
  expect([200, 400, 404]).toContain(response.status);
  return response.status === 200 && body !== '[]' ? 'found' : 'not found';
}

/** Returns the response of each read for the revision. */
async function readAll(revision: string, as?: Principal): Promise<Record<string, string>> {
  const answers = Object.entries(READS).map(async ([name, at]) => [
    name,
    await read(at(encodeURIComponent(revision)), as),
  ]);
  return Object.fromEntries((await Promise.all(answers)) as [string, string][]) as Record<string, string>;
}

/** Expects the same response from each read; those in `empty` return an empty list although the commit exists. */
const each = (answer: string, ...empty: string[]) =>
  Object.fromEntries(Object.keys(READS).map((name) => [name, empty.includes(name) ? 'not found' : answer]));

describe('names of commits', () => {
  it.each<[FakeProject['features']['mergeRequests'], ('anyone' | 'stranger' | 'guest' | 'master')[]]>([
    ['enabled', ['anyone', 'stranger', 'guest', 'master']],
    ['private', ['guest', 'master']],
    ['disabled', []],
  ])('of merge requests that are %s are for those who read them', async (mergeRequests, readers) => {
    project.features = { mergeRequests };
    const { stranger, master } = projects;
    for (const [name, as] of Object.entries({ anyone: undefined, stranger, guest, master })) {
      const isReader = (readers as string[]).includes(name);
      const found = each('found', 'refs', 'comments');
      expect(await readAll(HEAD, as)).toEqual(isReader ? found : each('not found'));
      // Members can also read objects by id that no ref of theirs reaches.
      expect(await readAll(head, as)).toEqual(isReader || as === guest || as === master ? found : each('not found'));
      // git sends no credentials until it gets a 401.
      const refs = await app.send(`/${project.fullPath}.git/info/refs?service=git-upload-pack`, { as });
      const listed = await refs.text();
      expect(listed.includes(HEAD)).toBe(isReader);
      expect(listed).not.toContain('refs/hearth/');
    }
  });

  it('are fetched by those who may, as git tries without credentials first', async () => {
    project.features = { mergeRequests: 'private' };
    const { stranger, master } = projects;
    for (const [what, expected] of [
      [HEAD, [128, 128, 0, 0]],
      [head, [128, 128, 0, 0]],
      [lost, [128, 128, 0, 0]],
      [main, [0, 0, 0, 0]],
    ] as const) {
      // Each in a new repository: git does not fetch objects that it already has.
      const elsewhere = await app.clientFolder(`fetch-${what}`);
      await elsewhere.run(['init', '--quiet']);
      const codes: (number | null)[] = [];
      for (const as of [undefined, stranger, guest, master])
        codes.push((await elsewhere.attempt(['fetch', '--quiet', app.remote(project.fullPath, as), what])).code);
      expect([what, codes]).toEqual([what, expected]);
    }
  });

  it('are never of refs that are ours', async () => {
    for (const as of [undefined, projects.master])
      for (const name of [`refs/hearth/keep-around/${lost}`, `hearth/keep-around/${lost}`])
        expect(await readAll(name, as)).toEqual(each('not found'));
  });

  it('that no branch or tag reaches are full ids, and for members', async () => {
    expect(await readAll(lost, guest)).toEqual(each('found', 'refs', 'comments', 'file', 'raw file', 'merge base'));
    for (const [name, as] of [
      [lost, undefined],
      [lost, projects.stranger],
      [lost.slice(0, 12), projects.master],
    ] as const)
      expect(await readAll(name, as)).toEqual(each('not found'));
  });

  it('are abbreviated to seven digits and more', async () => {
    for (const as of [undefined, projects.master]) {
      expect(await readAll(main.slice(0, 7), as)).toEqual(each('found', 'comments'));
      for (const digits of [4, 6]) expect(await readAll(main.slice(0, digits), as)).toEqual(each('not found'));
    }
  });

  it('are the same for writes', async () => {
    project.features = { mergeRequests: 'disabled' };
    const send = async (rest: string, body: object) => {
      const headers = { 'content-type': 'application/json' };
      const init = { method: 'POST', as: projects.master, headers, body: JSON.stringify(body) };
      return (await app.send(`/api/v4/projects/${project.id}/repository/${rest}`, init)).status;
    };
    for (const ref of [HEAD, `refs/hearth/keep-around/${lost}`, lost.slice(0, 8)]) {
      expect(await send('branches', { branch: 'made', ref })).toBe(400);
      expect(await send('tags', { tag_name: 'made', ref })).toBe(400);
      for (const kind of ['cherry_pick', 'revert', 'comments'])
        expect(await send(`commits/${encodeURIComponent(ref)}/${kind}`, { branch: 'main', note: 'x' })).toBe(404);
    }
  });

  it('of other services are neither of merge requests nor ours', async () => {
    const find = (revision: string) =>
      app.get(RefsProvider).findCommit({ projectId: project.id, revision, withBranch: false });
    for (const name of [main, 'main', main.slice(0, 7)]) expect((await find(name)).commit).toBe(main);
    for (const id of [head, lost]) expect((await find(id)).commit).toBe(id);
    for (const name of [HEAD, `refs/hearth/keep-around/${lost}`, main.slice(0, 4), lost.slice(0, 8)])
      expect((await find(name)).commit).toBeNull();
  });

  it('are read by other services with the rights of a user', async () => {
    const find = async (revision: string, [mergeRequestHeads, unreachable]: readonly boolean[]) => {
      const rights = { mergeRequestHeads: mergeRequestHeads!, unreachable: unreachable! };
      const asked = { projectId: project.id, revision, withBranch: false, rights };
      return (await app.get(RefsProvider).findCommit(asked)).commit;
    };
    for (const [revision, rights, commit] of [
      [main, [false, false], main],
      [head, [false, false], null],
      [HEAD, [false, false], null],
      [head, [true, false], head],
      [HEAD, [true, false], head],
      [lost, [true, false], null],
      [lost, [false, true], lost],
    ] as const)
      expect([revision, rights, await find(revision, rights)]).toEqual([revision, rights, commit]);
  });
});

describe('blobs', () => {
  it('are read by ids that a ref reaches, and by members all', async () => {
    const blobOf = async (text: string) =>
      (await client.run(['hash-object', '--stdin'], { input: text })).toString().trim();
    const [shown, proposed, hidden] = [await blobOf('first\n'), await blobOf('proposed\n'), await blobOf('lost')];
    for (const at of [(id: string) => `blobs/${id}`, (id: string) => `blobs/${id}/raw`]) {
      const answers = async (as?: Principal) => Promise.all([shown, proposed, hidden].map((id) => read(at(id), as)));
      expect(await answers()).toEqual(['found', 'found', 'not found']);
      expect(await answers(guest)).toEqual(['found', 'found', 'found']);
      project.features = { mergeRequests: 'private' };
      expect(await answers(projects.stranger)).toEqual(['found', 'not found', 'not found']);
      project.features = {};
    }
  });
});
