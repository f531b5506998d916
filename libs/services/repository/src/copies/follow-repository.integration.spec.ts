import type { ProjectId } from '@hearth/contract-kit';
import type { Calls } from '@hearth/calls';
import type { Tx } from '@hearth/data';
import type { JobDefinition, Jobs } from '@hearth/jobs';
import { Git as Client, makeTemporaryFolder, type TemporaryFolder } from '@hearth/testing';
import type { ObjectId } from '../git/refs/object-id.js';
import type { RefName } from '../git/refs/ref-name.js';
import { FollowRepositoryJob, RemoveCopyJob } from '../jobs.js';
import type { RefMove } from '../journal/ref-changes.store.js';
import type { RepositoryAt } from '../repositories/ensure-repository.js';
import { FreeSpace } from '../storages/free-space.js';
import { StorageMovesStore } from '../storage-moves/storage-moves.store.js';
import { RepositoryParts } from '../testing/repository-parts.js';
import { TestDatabase } from '../testing/test-database.js';
import { CopiesStore } from './copies.store.js';
import { CopyGauges } from './copy-gauges.js';
import { CopyLocks } from './copy-locks.js';
import { copyMetrics } from './copy-metrics.js';
import { CopyRepository } from './copy-repository.js';
import { FollowRepository } from './follow-repository.js';
import { OriginFacts } from './origin.facts.js';
import { RemoveCopy } from './remove-copy.js';
import { WantCopies } from './want-copies.js';

const NAMES = ['one', 'two', 'three'];
const run = { signal: new AbortController().signal };

interface Added {
  readonly job: JobDefinition;
  readonly data: { readonly projectId: ProjectId; readonly storage: string };
}

describe('standing copies', () => {
  let database: TestDatabase;
  let folder: TemporaryFolder;
  let parts: RepositoryParts;
  let follow: FollowRepository;
  let removing: RemoveCopy;
  let added: Added[] = [];
  let projects = 0;
  const store = new CopiesStore();
  const jobs = {
    add: (_tx: unknown, job: JobDefinition, data: Added['data']) => {
      added.push({ job, data });
      return Promise.resolve();
    },
  } as unknown as Jobs;

  const placing = (standing: number) => parts.placeCopies(jobs, standing);
  /** As an admin sets the number of storages. */
  const want = ({ projectId }: RepositoryAt, copies: number | null) => {
    const calls = {
      query: () => Promise.resolve({ repositories: [{ projectId, copies }] }),
    } as unknown as Calls;
    const wanting = new WantCopies(database.db, calls, parts.placing, parts.repositories, placing(1));
    return wanting.execute({ projectId, namespaceId: null }, run);
  };
  const place = (standing: number, { projectId }: RepositoryAt, storage = 'one') =>
    database.db.tx((tx) => placing(standing).within(tx, { projectId, storage }));
  const copyOf = ({ projectId }: RepositoryAt, storage: string) => parts.storages.pathOf(storage, projectId);
  const refs = (path: string) => new Client(path).text('for-each-ref', '--format=%(objectname) %(refname)');
  const state = ({ projectId }: RepositoryAt, storage: string) => store.state(database.db, projectId, storage);

  /** Runs the jobs that were added, like the process that owns their storage. */
  async function work(): Promise<Added[]> {
    const now = added;
    added = [];
    for (const { job, data } of now) {
      if (job === FollowRepositoryJob) await follow.follow(data, run);
      if (job === RemoveCopyJob) await removing.execute(data);
    }
    return now;
  }

  async function repositoryWithCommit(): Promise<{ repository: RepositoryAt; commit: ObjectId }> {
    const projectId = ++projects as ProjectId;
    await database.db.tx((tx) => parts.repositories.place(tx, projectId, 'one'));
    const repository = await parts.ensuring.execute(projectId);
    const client = new Client(repository.path);
    const commit = await client.text('commit-tree', '-m', 'first', await client.text('mktree'));
    return { repository, commit: commit as ObjectId };
  }

  async function move(repository: RepositoryAt, ref: string, from: ObjectId | null, to: ObjectId | null) {
    const moves: RefMove[] = [{ ref: ref as RefName, from, to }];
    await parts.journal.move(repository, { userId: 7, via: 'http', moves });
  }

  const refUpdated = ({ projectId }: RepositoryAt) => database.db.tx((tx: Tx) => follow.requestWithin(tx, projectId));

  beforeAll(async () => {
    database = await TestDatabase.make();
    folder = await makeTemporaryFolder('copies');
    parts = await RepositoryParts.start(database, folder.path, { own: NAMES });
    const { db } = database;
    const { repositories, storages, git } = parts;
    const locks = new CopyLocks();
    const origins = new OriginFacts(storages, undefined as never, undefined as never, undefined);
    const copying = new CopyRepository(db, repositories, store, locks, origins, storages, new FreeSpace(), git);
    follow = new FollowRepository(db, store, copying, placing(2), storages, jobs, git);
    removing = new RemoveCopy(db, repositories, store, new StorageMovesStore(), locks, storages, git);
  });
  beforeEach(() => {
    added = [];
  });
  afterAll(async () => {
    await parts?.close();
    await database?.drop();
    await folder?.remove();
  });

  it('follow every change, and know how far they are', async () => {
    const { repository, commit } = await repositoryWithCommit();
    await place(1, repository);
    const [{ data }] = (await work()) as [Added];
    const { storage } = data;
    expect(await state(repository, storage)).toMatchObject({ wanted: 1, behindSeconds: null });

    await move(repository, 'refs/heads/main', null, commit);
    await move(repository, 'refs/hearth/keep-around/x', null, commit);
    const [{ sequence }] = (await database.db.query<{ sequence: number }>(
      'select max(id) as sequence from ref_changes where project_id = $1',
      [repository.projectId],
    )) as [{ sequence: number }];
    expect(await state(repository, storage)).toMatchObject({ wanted: sequence, behindSeconds: expect.any(Number) });
    await refUpdated(repository);
    await work();
    expect(await refs(copyOf(repository, storage))).toBe(await refs(repository.path));
    expect(await new Client(copyOf(repository, storage)).text('symbolic-ref', 'HEAD')).toBe('refs/heads/main');
    expect(await state(repository, storage)).toMatchObject({ wanted: sequence, behindSeconds: null });

    await move(repository, 'refs/heads/main', commit, null);
    await move(repository, 'refs/heads/main/sub', null, commit);
    await refUpdated(repository);
    await work();
    expect(await refs(copyOf(repository, storage))).toBe(await refs(repository.path));
  });

  it('want nothing of a change that git refused', async () => {
    const { repository, commit } = await repositoryWithCommit();
    await place(1, repository);
    const [{ data }] = (await work()) as [Added];
    const moves: RefMove[] = [{ ref: 'refs/heads/main' as RefName, from: null, to: commit }];
    const changes = await parts.journal.prepare(repository, { userId: 7, via: 'http', moves });
    await parts.journal.settle(repository, changes, []);
    expect(await state(repository, data.storage)).toMatchObject({ wanted: 1, behindSeconds: null });
  });

  it('are behind as long as a later change is to come', async () => {
    const { repository, commit } = await repositoryWithCommit();
    await move(repository, 'refs/heads/main', null, commit);
    await place(1, repository);
    const [{ data }] = added as [Added];
    const before = (await state(repository, data.storage))!;
    await move(repository, 'refs/heads/other', null, commit);
    await database.db.tx((tx) => store.noteFollowed(tx, repository.projectId, data.storage, before.wanted));
    expect((await state(repository, data.storage))!.behindSeconds).not.toBeNull();
  });

  it.each([
    ['its storage has lost its files', (tx: Tx, storage: string) => store.beginAgain(tx, storage)],
    ['it was found damaged', (tx: Tx, storage: string, id: ProjectId) => store.makeAnew(tx, id, storage)],
    ['another copy took over', (tx: Tx, _storage: string, id: ProjectId) => store.diverge(tx, id)],
  ])('stay behind after a fetch during which %s', async (_what, happens) => {
    const { repository, commit } = await repositoryWithCommit();
    const { projectId } = repository;
    await move(repository, 'refs/heads/main', null, commit);
    await place(1, repository);
    const [{ data }] = (await work()) as [Added];
    const before = (await state(repository, data.storage))!;
    await database.db.tx((tx) => happens(tx, data.storage, projectId));
    const found = await state(repository, data.storage);
    await database.db.tx((tx) => store.noteFollowed(tx, projectId, data.storage, before.wanted));
    const { isDiverged, isWrong } = found!;
    expect(await state(repository, data.storage)).toMatchObject({
      ...{ isDiverged, isWrong, behindSeconds: expect.any(Number) },
    });
    expect(await store.hasFollowed(database.db, projectId, found!.wanted)).toBe(false);
    await follow.follow(data, run);
    expect(await state(repository, data.storage)).toMatchObject({
      ...{ isDiverged: false, isWrong: false, behindSeconds: null },
    });
  });

  it('are woken and counted where their job was lost', async () => {
    const { repository } = await repositoryWithCommit();
    await place(2, repository);
    added = [];
    await follow.followBehind();
    expect(added.filter(({ data }) => data.projectId === repository.projectId)).toEqual([]);
    await database.db.query(
      `update repository_copies set behind_since = now() - interval '2 minutes' where project_id = $1`,
      [repository.projectId],
    );
    await follow.followBehind();
    const woken = added.filter(({ data }) => data.projectId === repository.projectId);
    expect(woken.map(({ data }) => data.storage).sort()).toEqual(['three', 'two']);
    const gauges = new CopyGauges(database.db, store, parts.storages);
    const seconds = async () => {
      await gauges.look();
      const { values } = await copyMetrics.behindSeconds.get();
      return values.find(({ labels }) => labels.storage === 'two')!.value;
    };
    expect(await seconds()).toBeGreaterThan(119);
    await work();
    await database.db.query('update repository_copies set behind_since = null');
    expect(await seconds()).toBe(0);
  });

  it('are as many as an admin has set for the repository, whatever the setting', async () => {
    const { repository } = await repositoryWithCommit();
    const stand = async () => (await store.standing(database.db, repository.projectId)).length;
    await place(1, repository);
    await want(repository, 3);
    expect(await stand()).toBe(2);
    await placing(0).ofStorage({ storage: 'one' }, run);
    expect(await stand()).toBe(2);
    await want(repository, 1);
    expect(await stand()).toBe(0);
    await want(repository, null);
    expect(await stand()).toBe(1);
  });

  it('become more and fewer with the setting', async () => {
    const { repository, commit } = await repositoryWithCommit();
    await move(repository, 'refs/heads/main', null, commit);
    const stand = () => store.standing(database.db, repository.projectId);
    const all = () => store.of(database.db, repository.projectId);
    await placing(2).ofStorage({ storage: 'one' }, run);
    await work();
    expect(await stand()).toEqual(['three', 'two']);
    await placing(2).ofStorage({ storage: 'one' }, run);
    expect(added).toEqual([]);
    await placing(0).ofStorage({ storage: 'one' }, run);
    expect(await stand()).toEqual([]);
    await work();
    expect(await all()).toEqual([]);
    // A job that comes late makes no files without a row.
    await follow.follow({ projectId: repository.projectId, storage: 'two' }, run);
    expect(await all()).toEqual([]);
    await expect(new Client(copyOf(repository, 'two')).text('rev-parse', '--git-dir')).rejects.toThrow();
  });

  /** As the end of a move does. */
  const moveTo = ({ projectId }: RepositoryAt, destination: string) =>
    database.db.tx(async (tx) => {
      await parts.repositories.moveTo(tx, projectId, destination);
      await placing(2).afterMove(tx, projectId, 'one', destination);
    });

  it('change places with the repository when it moves to one of them, so that one has every change at any time', async () => {
    const { repository, commit } = await repositoryWithCommit();
    const { projectId } = repository;
    await move(repository, 'refs/heads/main', null, commit);
    await place(2, repository);
    await work();
    await moveTo(repository, 'two');
    expect(await work()).toEqual([]);
    expect(await store.placed(database.db, projectId)).toEqual([
      { storage: 'three', isComplete: true },
      { storage: 'one', isComplete: true },
    ]);
    expect(await refs(copyOf(repository, 'one'))).toBe(await refs(copyOf(repository, 'two')));
  });

  it('stay on a storage that the repository leaves until another one has every change', async () => {
    const { repository, commit } = await repositoryWithCommit();
    const { projectId } = repository;
    await move(repository, 'refs/heads/main', null, commit);
    await want(repository, 2);
    await work();
    const [copy] = await store.standing(database.db, projectId);
    await database.db.query(
      `insert into storage_owners (storage, identity, epoch, renewed_at, closed_at)
       select name, name, 1, now(), case name when 'one' then now() end
       from unnest($1::text[]) name`,
      [NAMES],
    );
    await moveTo(repository, copy!);
    const [fresh] = (await store.standing(database.db, projectId)).filter((storage) => storage !== 'one');
    expect(await store.mostAdvanced(database.db, projectId, 60_000)).toEqual({ storage: 'one', isComplete: true });
    await work();
    expect(await store.standing(database.db, projectId)).toEqual([fresh]);
    expect(await work()).toContainEqual({ job: RemoveCopyJob, data: { projectId, storage: 'one' } });
    expect(await store.of(database.db, projectId)).toEqual([fresh]);
  });
});
