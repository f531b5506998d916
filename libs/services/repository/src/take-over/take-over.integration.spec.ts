import { readdir } from 'node:fs/promises';
import path from 'node:path';
import type { ProjectId } from '@hearth/contract-kit';
import { WrongStorage } from '@hearth/contract-kit';
import type { JobDefinition, Jobs } from '@hearth/jobs';
import { Git as Client, makeTemporaryFolder, type TemporaryFolder } from '@hearth/testing';
import { CopiesStore } from '../copies/copies.store.js';
import { CopyLocks } from '../copies/copy-locks.js';
import { CopyRepository } from '../copies/copy-repository.js';
import { FollowRepository } from '../copies/follow-repository.js';
import type { OriginFacts } from '../copies/origin.facts.js';
import type { ObjectId } from '../git/refs/object-id.js';
import type { RefName } from '../git/refs/ref-name.js';
import { FollowRepositoryJob, TakeOverStorageJob } from '../jobs.js';
import type { RefMove } from '../journal/ref-changes.store.js';
import { RepositoryBusy } from '../refusals.js';
import type { RepositoryAt } from '../repositories/ensure-repository.js';
import { FreeSpace } from '../storages/free-space.js';
import type { StorageLeases } from '../storages/storage-leases.js';
import { StorageOwnersStore } from '../storages/storage-owners.store.js';
import type { ResumeWork } from '../storage-moves/resume-work.js';
import { StorageMovesStore } from '../storage-moves/storage-moves.store.js';
import { RepositoryParts } from '../testing/repository-parts.js';
import { TestDatabase } from '../testing/test-database.js';
import { TakeOverAfter } from './take-over-after.js';
import { TakeOverRepository } from './take-over-repository.js';
import { TakeOverStorage } from './take-over-storage.js';

const NAMES = ['one', 'two'];
const SILENT_MS = 30_000;
const run = { signal: new AbortController().signal };

/** Two processes of the service: `first` owns the storage one, `second` two. */
describe('taking over', () => {
  let database: TestDatabase;
  let folder: TemporaryFolder;
  let first: RepositoryParts;
  let second: RepositoryParts;
  let takeOver: TakeOverStorage;
  let added: { job: JobDefinition; data: unknown }[] = [];
  let isSteady = true;
  let projects = 0;
  const copies = new CopiesStore();
  const moves = new StorageMovesStore();
  const owners = new StorageOwnersStore();
  const jobs = {
    add: (_tx: unknown, job: JobDefinition, data: unknown) => {
      added.push({ job, data });
      return Promise.resolve();
    },
  } as unknown as Jobs;

  /** Follows as the process that owns the storage of the copy; its fetch goes from folder to folder. */
  function followerIn(parts: RepositoryParts): FollowRepository {
    const origins = {
      of: (projectId: ProjectId, storage: string) => ({
        at: [first, second].find(({ storages }) => storages.owns(storage))!.storages.pathOf(storage, projectId),
      }),
    } as unknown as OriginFacts;
    const { storages, git, repositories } = parts;
    const space = new FreeSpace();
    const copying = new CopyRepository(
      ...([database.db, repositories, copies, new CopyLocks(), origins, storages, space, git] as const),
    );
    return new FollowRepository(database.db, copies, copying, storages, jobs, git);
  }

  const storageOf = async (projectId: ProjectId) => (await first.repositories.find(database.db, projectId))!.storage;
  const refs = (path: string) => new Client(path).text('for-each-ref', '--format=%(objectname) %(refname)');
  const created = (name: string, to: ObjectId): RefMove => ({ ref: name as RefName, from: null, to });
  const move = (parts: RepositoryParts, repository: RepositoryAt, ...changes: RefMove[]) =>
    parts.journal.move(repository, { userId: 7, via: 'http', moves: changes });
  const atSecond = ({ projectId }: RepositoryAt): RepositoryAt => ({
    projectId,
    path: second.storages.pathOf('two', projectId),
  });

  /** Returns a repository on the storage one with a branch, and its copy on two. */
  async function copied(): Promise<{ repository: RepositoryAt; commit: ObjectId }> {
    const projectId = ++projects as ProjectId;
    await database.db.tx((tx) => first.repositories.place(tx, projectId, ['one']));
    const repository = await first.ensuring.execute(projectId);
    const client = new Client(repository.path);
    const commit = (await client.text('commit-tree', '-m', 'first', await client.text('mktree'))) as ObjectId;
    await move(first, repository, created('refs/heads/main', commit));
    await database.db.tx((tx) => copies.stand(tx, projectId, 'two'));
    await followerIn(second).follow({ projectId, storage: 'two' }, run);
    return { repository, commit };
  }

  /** Since its last renewal the first process has been silent for so long. */
  const silence = (seconds: number) =>
    database.db.query(
      `update storage_owners set renewed_at = now() - $1::int * interval '1 second' where storage = 'one'`,
      [seconds],
    );

  beforeAll(async () => {
    database = await TestDatabase.make();
    folder = await makeTemporaryFolder('take-over');
    [first, second] = await Promise.all([
      RepositoryParts.start(database, folder.path, { own: ['one'], names: NAMES }),
      RepositoryParts.start(database, folder.path, { own: ['two'], names: NAMES }),
    ]);
    await first.leases.onModuleInit();
    await second.leases.onModuleInit();
    // From here on their renewals are the spec's.
    await first.leases.beforeApplicationShutdown();
    await second.leases.beforeApplicationShutdown();
    const after = new TakeOverAfter(SILENT_MS);
    const resuming = { within: () => Promise.resolve() } as unknown as ResumeWork;
    const taking = new TakeOverRepository(
      ...([owners, second.repositories, copies, moves, followerIn(second), resuming, second.storages, after] as const),
    );
    const leases = { isSteadyFor: () => isSteady } as unknown as StorageLeases;
    takeOver = new TakeOverStorage(database.db, leases, owners, second.repositories, taking, after, jobs);
  });
  beforeEach(async () => {
    added = [];
    await database.db.query('update storage_owners set renewed_at = now(), taken_over_at = null, accepts_loss = false');
  });
  afterAll(async () => {
    await first?.close();
    await second?.close();
    await database?.drop();
    await folder?.remove();
  });

  it('leaves a frozen owner nothing to acknowledge or publish, also in the middle of a push', async () => {
    const { repository, commit } = await copied();
    const { projectId } = repository;
    const pushed = [created('refs/heads/late', commit)];
    const changes = await first.journal.prepare(repository, { userId: 7, via: 'http', moves: pushed });
    await first.git.refsWriter.move(repository.path, pushed);
    const before = await first.published(projectId);

    // No git of it is running any more.
    await database.db.query(`update ref_changes set created_at = now() - interval '1 minute' where state = 'prepared'`);
    await silence(60);
    await takeOver.execute({ storage: 'one' }, run);
    expect(await storageOf(projectId)).toBe('two');
    await expect(first.journal.settle(repository, changes, pushed)).rejects.toThrow(WrongStorage);
    await expect(move(first, repository, created('refs/heads/later', commit))).rejects.toThrow(WrongStorage);
    expect(await first.published(projectId)).toEqual(before);

    await second.journal.settleOpen(atSecond(repository), 0);
    expect((await second.rows(projectId)).map(({ ref, state }) => [ref, state])).toEqual([
      ['refs/heads/main', 'settled'],
      ['refs/heads/late', 'refused'],
    ]);
    await move(second, atSecond(repository), created('refs/heads/next', commit));
    expect((await second.published(projectId)).map(({ ref }) => ref)).toEqual(['refs/heads/main', 'refs/heads/next']);
  });

  it('makes the former repository a copy that follows once its storage is served again', async () => {
    const { repository, commit } = await copied();
    const { projectId } = repository;
    await silence(60);
    await takeOver.execute({ storage: 'one' }, run);
    expect(await copies.standing(database.db, projectId)).toEqual(['one']);
    expect(added.filter(({ job }) => job === FollowRepositoryJob)).toContainEqual({
      job: FollowRepositoryJob,
      data: { projectId, storage: 'one' },
    });
    await move(second, atSecond(repository), created('refs/heads/next', commit));
    await followerIn(first).follow({ projectId, storage: 'one' }, run);
    expect(await refs(repository.path)).toBe(await refs(atSecond(repository).path));
    expect(await copies.state(database.db, projectId, 'one')).toMatchObject({ behindSeconds: null });
  });

  it('needs a copy that has every settled change', async () => {
    const { repository, commit } = await copied();
    await move(first, repository, created('refs/heads/unseen', commit));
    const { repository: alone } = await copied();
    await database.db.tx((tx) => copies.remove(tx, alone.projectId, 'two'));
    await silence(60);
    await takeOver.execute({ storage: 'one' }, run);
    expect(await storageOf(repository.projectId)).toBe('one');
    expect(await storageOf(alone.projectId)).toBe('one');
  });

  it('goes on without changes and copies that are lost once that is accepted, and keeps the former files', async () => {
    const { repository, commit } = await copied();
    await move(first, repository, created('refs/heads/unseen', commit));
    const { repository: alone } = await copied();
    await database.db.tx((tx) => copies.remove(tx, alone.projectId, 'two'));
    const accept = () => database.db.tx((tx) => owners.acceptLoss(tx, 'one', SILENT_MS));
    expect(await accept()).toBe(false);
    await silence(60);
    expect(await accept()).toBe(true);
    await takeOver.execute({ storage: 'one' }, run);
    expect(await storageOf(repository.projectId)).toBe('two');
    expect(await refs(atSecond(repository).path)).toBe(`${commit} refs/heads/main`);
    expect(await first.repositories.find(database.db, alone.projectId)).toMatchObject({ storage: 'two', made: false });

    await followerIn(first).follow({ projectId: repository.projectId, storage: 'one' }, run);
    expect(await refs(repository.path)).toBe(`${commit} refs/heads/main`);
    const kept = await readdir(first.storages.divergedOf('one'));
    const diverged = await Promise.all(kept.map((name) => refs(path.join(first.storages.divergedOf('one'), name))));
    expect(diverged).toEqual([expect.stringContaining('refs/heads/unseen')]);
  });

  it('needs an owner that is silent, and one that serves the copy', async () => {
    const { repository } = await copied();
    await silence(20);
    await takeOver.execute({ storage: 'one' }, run);
    expect(await storageOf(repository.projectId)).toBe('one');
    await database.db.query(`update storage_owners set renewed_at = now() - interval '1 minute'`);
    await takeOver.execute({ storage: 'one' }, run);
    expect(await storageOf(repository.projectId)).toBe('one');
  });

  it('ends a move that is under way', async () => {
    const { repository } = await copied();
    const { projectId } = repository;
    const under = await database.db.tx((tx) => moves.add(tx, projectId, 'one', 'two'));
    await silence(60);
    await takeOver.execute({ storage: 'one' }, run);
    expect(await moves.find(database.db, under!.id)).toMatchObject({ state: 'failed' });
  });

  it('begins once for a silent storage, where the own leases were in time', async () => {
    const taken = () => added.filter(({ job }) => job === TakeOverStorageJob).map(({ data }) => data);
    await takeOver.look();
    expect(taken()).toEqual([]);
    await silence(60);
    isSteady = false;
    await takeOver.look();
    expect(taken()).toEqual([]);
    isSteady = true;
    await takeOver.look();
    expect(taken()).toEqual([{ storage: 'one' }]);
    await takeOver.execute({ storage: 'one' }, run);
    await takeOver.look();
    expect(taken()).toHaveLength(1);
  });

  it('of a storage by a new process ends the writes of the former one', async () => {
    const { repository, commit } = await copied();
    const next = await RepositoryParts.start(database, folder.path, { own: ['one'], names: NAMES });
    await next.leases.onModuleInit();
    await next.leases.beforeApplicationShutdown();
    const refused = await move(first, repository, created('refs/heads/old', commit)).catch((error: unknown) => error);
    expect(RepositoryBusy.is(refused)).toBe(true);
    await move(next, repository, created('refs/heads/new', commit));
    await next.close();
  });
});
