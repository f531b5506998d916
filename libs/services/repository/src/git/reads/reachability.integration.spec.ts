import { client, commitOn, makeGitScratch, type GitScratch } from '../../testing/git-scratch.js';
import { CommandQueue } from '../process/command-queue.js';
import { objectIdFromGit } from '../refs/object-id.js';
import type { RepositoryPath } from '../refs/paths.js';
import { parseRevision } from '../refs/revision.js';
import type { ReadRights } from './read-rights.js';

const VISITOR: ReadRights = { mergeRequestHeads: false, unreachable: false };
const READER: ReadRights = { mergeRequestHeads: true, unreachable: false };
const MEMBER: ReadRights = { mergeRequestHeads: false, unreachable: true };

describe('what refs reach', () => {
  let scratch: GitScratch;
  let repository: RepositoryPath;
  let names = 0;

  beforeAll(async () => {
    scratch = await makeGitScratch();
  });

  afterAll(() => scratch.close());

  beforeEach(async () => {
    repository = await scratch.repository(`reach-${(names += 1)}`);
  });

  const commit = (ref: string, text: string) => commitOn(repository, ref, text);
  const child = async (parent: string, ref: string) => {
    const id = (await client(repository, 'commit-tree', '-p', parent, '-m', 'child', `${parent}^{tree}`)).trim();
    await client(repository, 'update-ref', ref, id);
    return objectIdFromGit(id);
  };
  const resolve = (revision: string, rights: ReadRights) =>
    scratch.git.revisions.resolve(repository, parseRevision(revision)!, rights);
  const idOf = async (revision: string) => objectIdFromGit((await client(repository, 'rev-parse', revision)).trim());

  it('is found by full and by abbreviated ids', async () => {
    const first = await commit('refs/heads/main', 'first');
    const tip = await child(first, 'refs/heads/main');
    for (const rights of [VISITOR, READER, MEMBER]) {
      for (const digits of [40, 12, 7]) {
        expect(await resolve(tip.slice(0, digits), rights)).toBe(tip);
        expect(await resolve(`${tip.slice(0, digits).toUpperCase()}~1`, rights)).toBe(first);
      }
      for (const digits of [4, 6]) expect(await resolve(tip.slice(0, digits), rights)).toBeNull();
      for (const name of ['1234567', 'f'.repeat(40), `${first}~1`]) expect(await resolve(name, rights)).toBeNull();
    }
  });

  it('leaves out deleted and forced refs, which members read by the full id', async () => {
    await commit('refs/heads/main', 'first');
    const secret = await commit('refs/heads/gone', 'secret');
    for (const rights of [VISITOR, MEMBER]) expect(await resolve(secret.slice(0, 8), rights)).toBe(secret);
    await client(repository, 'update-ref', '-d', 'refs/heads/gone');
    await client(repository, 'update-ref', `refs/hearth/keep-around/${secret}`, secret);
    expect(await resolve(secret, MEMBER)).toBe(secret);
    expect(await resolve(secret.slice(0, 8), MEMBER)).toBeNull();
    for (const name of [secret, `${secret}^0`, secret.slice(0, 8)]) expect(await resolve(name, READER)).toBeNull();
    const forced = await commit('refs/heads/main', 'forced');
    for (const rights of [VISITOR, READER]) expect(await resolve(forced.slice(0, 7), rights)).toBe(forced);
    await client(repository, 'update-ref', 'refs/tags/again', secret);
    expect(await resolve(secret.slice(0, 7), VISITOR)).toBe(secret);
  });

  it('has the heads of merge requests for those who may read them', async () => {
    await commit('refs/heads/main', 'first');
    const head = await commit('refs/merge-requests/1/head', 'secret');
    for (const name of ['refs/merge-requests/1/head', head, head.slice(0, 7)]) {
      expect(await resolve(name, VISITOR)).toBeNull();
      expect(await resolve(name, READER)).toBe(head);
    }
    expect(await resolve('refs/merge-requests/1/head', MEMBER)).toBeNull();
    const has = async (rights: ReadRights) =>
      scratch.git.reachability.hasObject(repository, await idOf(`${head}:secret`), rights);
    expect([await has(VISITOR), await has(READER)]).toEqual([false, true]);
  });

  it('decides which of some commits are readable', async () => {
    const [main, head, gone] = [
      await commit('refs/heads/main', 'first'),
      await commit('refs/merge-requests/1/head', 'second'),
      await commit('refs/hearth/keep-around/1', 'third'),
    ];
    const readable = async (rights: ReadRights) => {
      const commits = await scratch.git.objects.commits(repository, [main, head, gone]);
      return (await scratch.git.revisions.readable(repository, commits, rights)).map(({ id }) => id);
    };
    expect(await readable(VISITOR)).toEqual([main]);
    expect(await readable(READER)).toEqual([main, head]);
    expect(await readable(MEMBER)).toEqual([main, head, gone]);
  });

  it('is walked once, and then what is new', async () => {
    let tip = await commit('refs/heads/main', 'first');
    const walks: string[] = [];
    const { run } = CommandQueue.prototype;
    CommandQueue.prototype.run = function (call, options) {
      if (call.name === 'rev-list') walks.push(options!.input as string);
      return run.call(this, call, options);
    };
    try {
      const all = await Promise.all([1, 2, 3].map(() => resolve(tip, VISITOR)));
      expect(all).toEqual([tip, tip, tip]);
      expect(walks).toEqual([`${tip}\n`]);
      const before = tip;
      tip = await child(before, 'refs/heads/main');
      for (const id of [tip, before, tip]) expect(await resolve(id, VISITOR)).toBe(id);
      expect(walks.slice(1)).toEqual([`${before}\n^${tip}\n`, `${tip}\n^${before}\n`]);
    } finally {
      CommandQueue.prototype.run = run;
    }
  });

  it('is nothing in an empty and in a missing repository', async () => {
    for (const where of [repository, scratch.pathOf('missing')])
      for (const name of ['1234567', 'a'.repeat(40)])
        expect(await scratch.git.revisions.resolve(where, parseRevision(name)!, VISITOR)).toBeNull();
  });
});
