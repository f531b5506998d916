import type { ProjectId } from '@hearth/contract-kit';
import { ProjectNotFound } from '@hearth/http';
import { withOrigin } from '@hearth/telemetry';
import { Git as Client, makeTemporaryFolder, type TemporaryFolder } from '@hearth/testing';
import type { ObjectId } from '../git/refs/object-id.js';
import type { RefName } from '../git/refs/ref-name.js';
import { RepositoryBusy } from '../refusals.js';
import type { RepositoryAt } from '../repositories/ensure-repository.js';
import { RepositoryParts } from '../testing/repository-parts.js';
import { TestDatabase } from '../testing/test-database.js';
import type { RefMove } from './ref-changes.store.js';

const USER = 7;

let database: TestDatabase;
let folder: TemporaryFolder;
let parts: RepositoryParts;
let projects = 0;

beforeAll(async () => {
  database = await TestDatabase.make();
  folder = await makeTemporaryFolder('journal');
  parts = await RepositoryParts.start(database, folder.path);
});

afterAll(async () => {
  await parts?.close();
  await database?.drop();
  await folder?.remove();
});

const ref = (name: string) => name as RefName;
const create = (name: string, to: ObjectId): RefMove => ({ ref: ref(name), from: null, to });

/** Creates a repository with two commits that no ref names. */
async function repositoryWithCommits(): Promise<{ repository: RepositoryAt; first: ObjectId; second: ObjectId }> {
  const repository = await parts.ensuring.execute(++projects as ProjectId);
  const client = new Client(repository.path);
  const tree = await client.text('mktree');
  const first = (await client.text('commit-tree', '-m', 'first', tree)) as ObjectId;
  const second = (await client.text('commit-tree', '-p', first, '-m', 'second', tree)) as ObjectId;
  return { repository, first, second };
}

/** Moves the refs as git does after accepting a push. */
async function move(repository: RepositoryAt, moves: readonly RefMove[]): Promise<void> {
  const changes = await parts.journal.prepare(repository, { userId: USER, via: 'http', moves });
  await parts.git.refsWriter.move(repository.path, moves);
  await parts.journal.settle(repository, changes, moves);
}

describe('the journal of ref changes', () => {
  it('writes down what is about to move before it moves, and tells of it after', async () => {
    const { repository, first } = await repositoryWithCommits();
    const moves = [create('refs/heads/master', first), create('refs/tags/v1', first)];
    const changes = await parts.journal.prepare(repository, { userId: USER, via: 'http', moves });
    expect((await parts.rows(repository.projectId)).map(({ state }) => state)).toEqual(['prepared', 'prepared']);
    expect(await parts.published(repository.projectId)).toEqual([]);

    await parts.git.refsWriter.move(repository.path, moves);
    await parts.journal.settle(repository, changes, moves);
    expect((await parts.rows(repository.projectId)).map(({ state }) => state)).toEqual(['settled', 'settled']);
    const about = { oldId: null, newId: first, userId: USER, defaultBranch: 'master' };
    expect(await parts.published(repository.projectId)).toEqual([
      expect.objectContaining({ ...about, ref: 'refs/heads/master', sequence: changes[0]!.sequence }),
      expect.objectContaining({ ...about, ref: 'refs/tags/v1', sequence: changes[1]!.sequence }),
    ]);
    const [pushId] = new Set(changes.map((change) => change.pushId));
    expect(await parts.published(repository.projectId)).toMatchObject(Array(2).fill({ pushId, via: 'http' }));
    expect(changes[1]!.sequence).toBeGreaterThan(changes[0]!.sequence);
  });

  it('settles a push of many refs with the statements of a push of two', async () => {
    const statements = async (count: number) => {
      const { repository, first } = await repositoryWithCommits();
      const moves = Array.from({ length: count }, (_, index) => create(`refs/tags/v${index}`, first));
      const changes = await parts.journal.prepare(repository, { userId: USER, via: 'http', moves });
      await parts.git.refsWriter.move(repository.path, moves);
      const before = database.db.statementCount;
      await parts.journal.settle(repository, changes, moves);
      const spent = database.db.statementCount - before;
      const published = await parts.published(repository.projectId);
      expect(published.map(({ sequence }) => sequence)).toEqual(changes.map(({ sequence }) => sequence));
      return spent;
    };
    expect(await statements(60)).toBe(await statements(2));
  });

  it('tells nothing of a ref that did not move', async () => {
    const { repository, first } = await repositoryWithCommits();
    const moves = [create('refs/heads/master', first), create('refs/heads/other', first)];
    const changes = await parts.journal.prepare(repository, { userId: USER, via: 'http', moves });
    await parts.git.refsWriter.move(repository.path, [moves[0]!]);
    await parts.journal.settle(repository, changes, [moves[0]!]);
    expect((await parts.rows(repository.projectId)).map(({ state }) => state)).toEqual(['settled', 'refused']);
    expect((await parts.published(repository.projectId)).map((each) => each.ref)).toEqual(['refs/heads/master']);
  });

  it('leaves out what git will refuse, although its ref is at the target', async () => {
    const { repository, first, second } = await repositoryWithCommits();
    await move(repository, [create('refs/heads/master', second)]);
    const stale: RefMove = { ref: ref('refs/heads/master'), from: first, to: second };
    expect(await parts.journal.prepare(repository, { userId: USER, via: 'http', moves: [stale] })).toEqual([]);
    await parts.journal.settle(repository, [], [stale]);
    expect(await parts.published(repository.projectId)).toHaveLength(1);
  });

  it('is told once, however often it is settled', async () => {
    const { repository, first } = await repositoryWithCommits();
    const moves = [create('refs/heads/master', first)];
    const changes = await parts.journal.prepare(repository, { userId: USER, via: 'http', moves });
    await parts.git.refsWriter.move(repository.path, moves);
    await Promise.all([
      parts.journal.settle(repository, changes, moves),
      parts.journal.settle(repository, changes, moves),
    ]);
    expect(await parts.published(repository.projectId)).toHaveLength(1);
  });

  it('takes nothing for a deleted project', async () => {
    const { repository, first } = await repositoryWithCommits();
    await parts.bury(repository.projectId);
    const moves = [create('refs/heads/master', first)];
    const refused: unknown = await parts.journal
      .prepare(repository, { userId: USER, via: 'http', moves })
      .catch((error: unknown) => error);
    expect(ProjectNotFound.is(refused)).toBe(true);
    expect(await parts.rows(repository.projectId)).toEqual([]);
  });

  it('is not acknowledged when another owner has refused it', async () => {
    const { repository, first } = await repositoryWithCommits();
    const moves = [create('refs/heads/master', first)];
    const changes = await parts.journal.prepare(repository, { userId: USER, via: 'http', moves });
    await parts.journal.settle(repository, changes, []);
    const late = await parts.journal.settle(repository, changes, moves).catch((error: unknown) => error);
    expect(RepositoryBusy.is(late)).toBe(true);
    expect(await parts.published(repository.projectId)).toEqual([]);
  });

  it('does not tell of a project that was deleted while git worked', async () => {
    const { repository, first } = await repositoryWithCommits();
    const moves = [create('refs/heads/master', first)];
    const changes = await parts.journal.prepare(repository, { userId: USER, via: 'http', moves });
    await parts.bury(repository.projectId);
    await parts.journal.settle(repository, changes, moves);
    expect(await parts.published(repository.projectId)).toEqual([]);
    expect((await parts.rows(repository.projectId)).map(({ state }) => state)).toEqual(['settled']);
  });
});

describe('the first branch', () => {
  const protectedNames = async ({ projectId }: RepositoryAt) =>
    (await parts.protectedBranches.list(database.db, projectId)).map(({ name, pushLevel }) => [name, pushLevel]);

  it('becomes the default branch, and protected', async () => {
    const { repository, first } = await repositoryWithCommits();
    await move(repository, [create('refs/heads/zebra', first), create('refs/heads/main', first)]);
    expect(await parts.git.branches.default(repository.path)).toBe('main');
    expect(await protectedNames(repository)).toEqual([['main', 40]]);
    expect((await parts.published(repository.projectId))[0]!.defaultBranch).toBe('main');
  });

  it('is chosen once: later branches change nothing', async () => {
    const { repository, first } = await repositoryWithCommits();
    await move(repository, [create('refs/heads/topic', first)]);
    await move(repository, [create('refs/heads/master', first)]);
    expect(await parts.git.branches.default(repository.path)).toBe('topic');
    expect(await protectedNames(repository)).toEqual([['topic', 40]]);
  });

  it('is not a tag', async () => {
    const { repository, first } = await repositoryWithCommits();
    await move(repository, [create('refs/tags/v1', first)]);
    expect(await protectedNames(repository)).toEqual([]);
    expect((await parts.published(repository.projectId))[0]!.defaultBranch).toBeNull();
    await move(repository, [create('refs/heads/topic', first)]);
    expect(await protectedNames(repository)).toEqual([['topic', 40]]);
  });
});

describe('what a process that died left open', () => {
  it('is settled from the refs, and told exactly once', async () => {
    const { repository, first, second } = await repositoryWithCommits();
    await move(repository, [create('refs/heads/master', first), create('refs/heads/old', first)]);
    const moves: RefMove[] = [
      { ref: ref('refs/heads/master'), from: first, to: second },
      { ref: ref('refs/heads/old'), from: first, to: null },
      create('refs/heads/never', second),
    ];
    await parts.journal.prepare(repository, { userId: USER, via: 'http', moves });
    await parts.git.refsWriter.move(repository.path, moves.slice(0, 2));

    const successor = await RepositoryParts.start(database, folder.path);
    try {
      await successor.recovery.sweep(0);
      await successor.recovery.sweep(0);
    } finally {
      await successor.close();
    }
    const published = (await parts.published(repository.projectId)).slice(2);
    expect(published.map(({ ref: name, oldId, newId }) => [name, oldId, newId])).toEqual([
      ['refs/heads/master', first, second],
      ['refs/heads/old', first, null],
    ]);
    const states = (await parts.rows(repository.projectId)).map(({ state }) => state);
    expect(states).toEqual(['settled', 'settled', 'settled', 'settled', 'refused']);
  });

  it('is settled before the next writer begins, and told before its changes', async () => {
    const { repository, first, second } = await repositoryWithCommits();
    const left = [create('refs/heads/master', first)];
    await parts.journal.prepare(repository, { userId: USER, via: 'http', moves: left });
    await parts.git.refsWriter.move(repository.path, left);
    await age(repository);

    await move(repository, [{ ref: ref('refs/heads/master'), from: first, to: second }]);
    expect((await parts.published(repository.projectId)).map(({ newId }) => newId)).toEqual([first, second]);
  });

  it('is published with its actor, by any process that settles it', async () => {
    const { repository, first } = await repositoryWithCommits();
    const left = [create('refs/heads/master', first)];
    await parts.journal.prepare(repository, { userId: USER, via: 'http', moves: left });
    await parts.git.refsWriter.move(repository.path, left);
    await age(repository);

    const later = { userId: USER + 1, via: 'http' as const, moves: [create('refs/heads/later', first)] };
    await withOrigin({ actor: later.userId, correlation: 'request-8' }, () => parts.journal.prepare(repository, later));
    const query = 'select actor, correlation from outbox where key = $1';
    expect(await database.db.query(query, [String(repository.projectId)])).toEqual([
      { actor: USER, correlation: 'request-8' },
    ]);
  });

  it('gets its default branch then', async () => {
    const { repository, first } = await repositoryWithCommits();
    const left = [create('refs/heads/trunk', first)];
    await parts.journal.prepare(repository, { userId: USER, via: 'http', moves: left });
    await parts.git.refsWriter.move(repository.path, left);
    await parts.recovery.sweep(0);
    expect(await parts.git.branches.default(repository.path)).toBe('trunk');
    expect(await parts.protectedBranches.list(database.db, repository.projectId)).toHaveLength(1);
  });

  it('is left alone while it is young: its git may still be at work', async () => {
    const { repository, first } = await repositoryWithCommits();
    await parts.journal.prepare(repository, { userId: USER, via: 'http', moves: [create('refs/heads/master', first)] });
    await parts.recovery.sweep();
    expect((await parts.rows(repository.projectId)).map(({ state }) => state)).toEqual(['prepared']);
    await parts.recovery.sweep(0);
    expect((await parts.rows(repository.projectId)).map(({ state }) => state)).toEqual(['refused']);
  });

  it('is left alone during a write', async () => {
    const { repository, first } = await repositoryWithCommits();
    await parts.journal.prepare(repository, { userId: USER, via: 'http', moves: [create('refs/heads/master', first)] });
    const lock = await parts.writers.acquire(repository.projectId);
    await parts.recovery.sweep(0);
    expect((await parts.rows(repository.projectId)).map(({ state }) => state)).toEqual(['prepared']);
    lock.release();
  });

  it('does not wait for a repository that cannot be settled', async () => {
    const damaged = await repositoryWithCommits();
    const { repository, first } = await repositoryWithCommits();
    for (const each of [damaged.repository, repository]) {
      const moves = [create('refs/heads/master', each === repository ? first : damaged.first)];
      await parts.journal.prepare(each, { userId: USER, via: 'http', moves });
    }
    const { settleOpen } = parts.journal;
    parts.journal.settleOpen = (at, orphanMs) =>
      at.projectId === damaged.repository.projectId
        ? Promise.reject(new Error('damaged'))
        : settleOpen.call(parts.journal, at, orphanMs);
    await parts.recovery.sweep(0);
    parts.journal.settleOpen = settleOpen;
    expect((await parts.rows(damaged.repository.projectId)).map(({ state }) => state)).toEqual(['prepared']);
    expect((await parts.rows(repository.projectId)).map(({ state }) => state)).toEqual(['refused']);
  });

  it('is not for the process of another storage', async () => {
    const { repository, first } = await repositoryWithCommits();
    await parts.journal.prepare(repository, { userId: USER, via: 'http', moves: [create('refs/heads/master', first)] });
    const other = await RepositoryParts.start(database, folder.path, { own: ['two'] });
    try {
      await other.recovery.sweep(0);
    } finally {
      await other.close();
    }
    expect((await parts.rows(repository.projectId)).map(({ state }) => state)).toEqual(['prepared']);
  });
});

/** Makes the changes an hour old. */
async function age({ projectId }: RepositoryAt): Promise<void> {
  await database.db.query(`update ref_changes set created_at = now() - interval '1 hour' where project_id = $1`, [
    projectId,
  ]);
}
