import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { WrongStorage, type ProjectId } from '@hearth/contract-kit';
import { ProjectNotFound } from '@hearth/http';
import { makeTemporaryFolder, type TemporaryFolder } from '@hearth/testing';
import type { RefName } from '../git/refs/ref-name.js';
import { StorageLost } from '../refusals.js';
import { RepositoryParts } from '../testing/repository-parts.js';
import { TestDatabase } from '../testing/test-database.js';

let database: TestDatabase;
let folder: TemporaryFolder;
let one: RepositoryParts;
let two: RepositoryParts;
let projects = 0;

beforeAll(async () => {
  database = await TestDatabase.make();
  folder = await makeTemporaryFolder('repositories');
  one = await RepositoryParts.start(database, folder.path, { own: ['one'], names: ['one', 'two'] });
  two = await RepositoryParts.start(database, folder.path, { own: ['two'], names: ['one', 'two'] });
});

afterAll(async () => {
  await Promise.all([one?.close(), two?.close()]);
  await database?.drop();
  await folder?.remove();
});

const next = () => ++projects as ProjectId;

/** Creates a project whose repository is placed on `one`. */
async function placedOnOne(): Promise<ProjectId> {
  for (;;) {
    const projectId = next();
    if ((await one.placing.execute(projectId)).storage === 'one') return projectId;
  }
}

const refusalOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => null,
    (error: unknown) => error,
  );

describe('placing', () => {
  it('spreads repositories over the storages', async () => {
    const storages = [];
    for (let count = 0; count < 10; count++) storages.push((await one.placing.execute(next())).storage);
    expect(storages.filter((name) => name === 'one')).toHaveLength(5);
  });

  it('is decided once for parallel requests', async () => {
    const projectId = next();
    const asked = Array.from({ length: 12 }, (_, index) => (index % 2 ? one : two).placing.execute(projectId));
    const storages = new Set((await Promise.all(asked)).map(({ storage }) => storage));
    expect(storages.size).toBe(1);
    expect((await two.placing.execute(projectId)).storage).toBe([...storages][0]);
  });

  it('goes by what the owners of the storages have measured', async () => {
    const { db } = database;
    await db.query(`insert into storage_owners (storage, epoch, identity, renewed_at, room_bytes, gits)
      values ('one', 1, 'one', now(), 1000, 0), ('two', 1, 'two', now(), 1000, 0)`);
    const placed = async () => {
      const asked = Array.from({ length: 10 }, () => one.placing.execute(next()));
      const storages = (await Promise.all(asked)).map(({ storage }) => storage);
      return storages.filter((name) => name === 'one').length;
    };
    const given = (set: string) => db.query(`update storage_owners set ${set} where storage = 'two'`);
    for (const [bad, good] of [
      ['room_bytes = 0', 'room_bytes = 1000'],
      ['closed_at = now()', 'closed_at = null'],
      ['maintenance_since = now()', 'maintenance_since = null'],
      [`renewed_at = now() - interval '1 minute'`, 'renewed_at = now()'],
    ] as const) {
      await given(bad);
      expect(await placed()).toBe(10);
      await given(good);
    }
    await given('weight = 4');
    expect(await placed()).toBe(2);
    await db.query('delete from storage_owners');
  });

  it('of a fork is beside its source, unless that takes nothing new', async () => {
    const sourceId = await placedOnOne();
    const fork = () => database.db.tx((tx) => one.placing.forkWithin(tx, next(), { projectId: sourceId }));
    expect(await fork()).toMatchObject({ storage: 'one', forkSourceId: sourceId });
    await database.db.query(`insert into storage_owners (storage, epoch, identity, renewed_at, room_bytes, gits)
      values ('one', 1, 'one', now(), 0, 0), ('two', 1, 'two', now(), 1000, 0)`);
    expect(await fork()).toMatchObject({ storage: 'two', forkSourceId: sourceId });
    await database.db.query('delete from storage_owners');
  });
});

describe('a repository', () => {
  it('is created once, by the first request', async () => {
    const projectId = await placedOnOne();
    const made = await Promise.all(Array.from({ length: 5 }, () => one.ensuring.execute(projectId)));
    expect(new Set(made.map(({ path }) => path)).size).toBe(1);
    expect(existsSync(`${made[0]!.path}/HEAD`)).toBe(true);
    expect(await one.git.branches.default(made[0]!.path)).toBe('master');
    expect((await one.placing.execute(projectId)).made).toBe(true);
  });

  it('is not made again, nor read as empty, where its folder is missing: the storage is', async () => {
    const projectId = await placedOnOne();
    const { path } = await one.ensuring.execute(projectId);
    await one.git.repositories.trash(path, one.storages.trashOf('one'));
    for (const ask of [() => one.ensuring.execute(projectId), () => one.facts.path(projectId)])
      expect(StorageLost.is(await refusalOf(ask()))).toBe(true);
    expect(existsSync(path)).toBe(false);
  });

  it('is asked of its owner only', async () => {
    const projectId = await placedOnOne();
    for (const ask of [() => two.ensuring.execute(projectId), () => two.facts.path(projectId)]) {
      const refused = await refusalOf(ask());
      expect(refused).toBeInstanceOf(WrongStorage);
      expect((refused as WrongStorage).storage).toBe('one');
    }
    expect(existsSync(`${folder.path}/two/@hashed`)).toBe(false);
  });

  it('reads as empty until it is made', async () => {
    expect(await one.facts.path(next())).toBeNull();
    const placed = await placedOnOne();
    const path = await one.facts.path(placed);
    expect(await one.git.branches.list(path!)).toEqual([]);
  });
});

describe('a deleted project', () => {
  it('loses its folder and its rows, and keeps a tombstone', async () => {
    const projectId = await placedOnOne();
    const repository = await one.ensuring.execute(projectId);
    const moves = [{ ref: 'refs/heads/gone' as RefName, from: null, to: 'a'.repeat(40) as never }];
    await one.journal.prepare(repository, { userId: 1, via: 'http', moves });
    await database.db.tx((tx) => one.protectedBranches.protectForMasters(tx, projectId, 'main'));

    await one.removing.execute({ projectId });
    expect(existsSync(repository.path)).toBe(true);

    await one.bury(projectId);
    await one.removing.execute({ projectId });
    await one.removing.execute({ projectId });
    expect(existsSync(repository.path)).toBe(false);
    expect(await readdir(one.storages.trashOf('one'))).toEqual([]);
    expect(await one.rows(projectId)).toEqual([]);
    expect(await one.protectedBranches.list(database.db, projectId)).toEqual([]);
    expect((await one.placing.execute(projectId)).deleted).toBe(true);
  });

  it('is never made again, by a late request or a late event', async () => {
    const projectId = await placedOnOne();
    await one.bury(projectId);
    for (const late of [() => one.ensuring.execute(projectId), () => one.facts.path(projectId)]) {
      expect(ProjectNotFound.is(await refusalOf(late()))).toBe(true);
    }
    const record = await database.db.tx((tx) => one.repositories.place(tx, projectId, 'one'));
    expect(record.deleted).toBe(true);
    expect(existsSync(one.storages.pathOf('one', projectId))).toBe(false);
  });

  it('is known as deleted even where it was unknown before', async () => {
    const projectId = next();
    await one.bury(projectId);
    expect(await one.placing.execute(projectId)).toMatchObject({ deleted: true, made: false });
  });

  it('is removed after the write that is under way', async () => {
    const projectId = await placedOnOne();
    const { path } = await one.ensuring.execute(projectId);
    await one.bury(projectId);
    const lock = await one.writers.acquire(projectId);
    const removing = one.removing.execute({ projectId });
    expect(await one.git.refs.head(path)).toBe('refs/heads/master');
    lock.release();
    await removing;
    expect(existsSync(path)).toBe(false);
  });

  it('disappears under those who read it without harm', async () => {
    const projectId = await placedOnOne();
    const { path } = await one.ensuring.execute(projectId);
    await one.bury(projectId);
    const reads = Array.from({ length: 20 }, () => one.git.branches.list(path));
    await one.removing.execute({ projectId });
    expect(await Promise.all(reads)).toEqual(reads.map(() => []));
  });
});
