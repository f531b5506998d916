import { ServerResponse, IncomingMessage } from 'node:http';
import { rename } from 'node:fs/promises';
import { Socket } from 'node:net';
import { WrongStorage, type ProjectId } from '@hearth/contract-kit';
import { copiedFrom } from '@hearth/http';
import type { Jobs } from '@hearth/jobs';
import { withOrigin } from '@hearth/telemetry';
import { Git as Client, makeTemporaryFolder, type TemporaryFolder } from '@hearth/testing';
import type { ObjectId } from '../git/refs/object-id.js';
import type { RefName } from '../git/refs/ref-name.js';
import type { RefMove } from '../journal/ref-changes.store.js';
import type { RepositoryAt } from '../repositories/ensure-repository.js';
import { RepositoryFacts, type ReadPlace } from '../repositories/repository.facts.js';
import { FreeSpace } from '../storages/free-space.js';
import type { StorageLeases } from '../storages/storage-leases.js';
import { TakeOverAfter } from '../storages/take-over-after.js';
import { RepositoryParts } from '../testing/repository-parts.js';
import { TestDatabase } from '../testing/test-database.js';
import { CopiesStore } from './copies.store.js';
import { CopyLocks } from './copy-locks.js';
import { copyMetrics } from './copy-metrics.js';
import { STALE_HEADER } from './copy-reads.js';
import { CopyRepository } from './copy-repository.js';
import { FollowRepository } from './follow-repository.js';
import type { OriginFacts } from './origin.facts.js';

const NAMES = ['one', 'two', 'three'];
const run = { signal: new AbortController().signal };
const SILENT_MS = 30_000;

/** A read of the API, as the process that owns the storages two and three answers it. */
interface Read {
  readonly response: ServerResponse;
  /** Undefined when it was sent back. */
  readonly place: ReadPlace | undefined;
  readonly sentTo?: string;
}

/** Repositories are on the storage one of the first process; the second one has the copies. */
describe('reads of copies', () => {
  let database: TestDatabase;
  let folder: TemporaryFolder;
  let first: RepositoryParts;
  let second: RepositoryParts;
  let follow: FollowRepository;
  let facts: RepositoryFacts;
  let isSteady = true;
  let projects = 0;
  const woken: unknown[] = [];
  const copies = new CopiesStore();
  const jobs = { add: (_tx: unknown, _job: unknown, data: unknown) => Promise.resolve(woken.push(data)) };

  const created = (name: string, to: ObjectId): RefMove => ({ ref: name as RefName, from: null, to });
  const push = (repository: RepositoryAt, ...moves: RefMove[]) =>
    first.journal.move(repository, { userId: 7, via: 'http', moves });
  const follows = ({ projectId }: RepositoryAt, storage = 'two') => follow.follow({ projectId, storage }, run);
  const copyOf = ({ projectId }: RepositoryAt, storage = 'two') => second.storages.pathOf(storage, projectId);
  const silence = (storage: string, seconds: number) =>
    database.db.query(
      `update storage_owners set renewed_at = now() - $2::int * interval '1 second' where storage = $1`,
      [storage, seconds],
    );

  /** Returns a repository with a branch, and its copies. */
  async function copied(...storages: string[]): Promise<{ repository: RepositoryAt; commit: ObjectId }> {
    const projectId = ++projects as ProjectId;
    await database.db.tx((tx) => first.repositories.place(tx, projectId, 'one'));
    const repository = await first.ensuring.execute(projectId);
    const client = new Client(repository.path);
    const commit = (await client.text('commit-tree', '-m', 'first', await client.text('mktree'))) as ObjectId;
    await push(repository, created('refs/heads/main', commit));
    for (const storage of storages) {
      await database.db.tx((tx) => copies.stand(tx, projectId, storage));
      await follows(repository, storage);
    }
    return { repository, commit };
  }

  async function read({ projectId }: RepositoryAt, method = 'GET'): Promise<Read> {
    const response = new ServerResponse(new IncomingMessage(new Socket()));
    const origin = { correlation: 'read', request: { method, route: () => undefined, response } };
    return withOrigin(origin, async () => {
      try {
        if (method !== 'GET') await facts.readable(projectId);
        return { response, place: (await facts.place(projectId))! };
      } catch (error) {
        if (!(error instanceof WrongStorage)) throw error;
        return { response, place: undefined, sentTo: error.storage };
      }
    });
  }

  beforeAll(async () => {
    database = await TestDatabase.make();
    folder = await makeTemporaryFolder('copy-reads');
    first = await RepositoryParts.start(database, folder.path, { own: ['one'], names: NAMES });
    second = await RepositoryParts.start(database, folder.path, { own: ['two', 'three'], names: NAMES });
    for (const { leases } of [first, second]) {
      await leases.onModuleInit();
      await leases.beforeApplicationShutdown();
    }
    const { db } = database;
    const { repositories, storages, git } = second;
    const origins = {
      of: (projectId: ProjectId) => ({ at: first.storages.pathOf('one', projectId) }),
    } as unknown as OriginFacts;
    const space = new FreeSpace();
    const copying = new CopyRepository(
      ...([db, repositories, copies, new CopyLocks(), origins, storages, space, git] as const),
    );
    const queue = jobs as unknown as Jobs;
    follow = new FollowRepository(db, copies, copying, second.placeCopies(queue), storages, queue, git);
    const leases = {
      epochs: second.leases.epochs,
      isSteadyFor: () => isSteady,
    } as unknown as StorageLeases;
    const after = new TakeOverAfter(SILENT_MS);
    facts = new RepositoryFacts(db, repositories, storages, leases, after, second.runningRepacks);
  });
  beforeEach(async () => {
    isSteady = true;
    await database.db.query('update storage_owners set renewed_at = now()');
  });
  afterAll(async () => {
    await first?.close();
    await second?.close();
    await database?.drop();
    await folder?.remove();
  });

  it('see every change that was acknowledged, and none that is taking place', async () => {
    const { repository, commit } = await copied('two');
    const found = await read(repository);
    expect(found.place).toEqual({
      projectId: repository.projectId,
      path: copyOf(repository),
      isMade: true,
      primary: 'one',
    });
    expect(found.response.hasHeader(STALE_HEADER)).toBe(false);
    expect(copiedFrom(found.response)).toBe('one');

    const moves = [created('refs/heads/next', commit)];
    const changes = await first.journal.prepare(repository, { userId: 7, via: 'http', moves });
    expect((await read(repository)).sentTo).toBe('one');
    await first.git.refsWriter.move(repository.path, moves);
    await first.journal.settle(repository, changes, moves);
    expect((await read(repository)).sentTo).toBe('one');
    await second.git.refs.shown(copyOf(repository));
    await follows(repository);
    expect((await read(repository)).place?.path).toBe(copyOf(repository));
    expect([...(await second.git.refs.shown(copyOf(repository))).keys()]).toContain('refs/heads/next');
  });

  it('see the heads of merge requests', async () => {
    const { repository, commit } = await copied('two');
    await first.git.refsWriter.move(repository.path, [created('refs/merge-requests/1/head', commit)]);
    await follow.followHidden(repository.projectId);
    expect((await read(repository)).sentTo).toBe('one');
    expect(woken).toEqual([{ projectId: repository.projectId, storage: 'two' }]);
    await follows(repository);
    expect((await read(repository)).place?.path).toBe(copyOf(repository));
    expect([...(await second.git.refs.readable(copyOf(repository), true)).keys()]).toContain(
      'refs/merge-requests/1/head',
    );
    // Without copies there is nothing to follow.
    const { repository: alone } = await copied();
    await follow.followHidden(alone.projectId);
    expect(woken).toHaveLength(1);
  });

  it('are no part of writes', async () => {
    const { repository } = await copied('two');
    expect((await read(repository, 'POST')).sentTo).toBe('one');
  });

  it('need the lease of the storage, and its files', async () => {
    const { repository } = await copied('two');
    await database.db.query(`update storage_owners set epoch = epoch + 1 where storage = 'two'`);
    expect((await read(repository)).sentTo).toBe('one');
    await database.db.query(`update storage_owners set epoch = epoch - 1 where storage = 'two'`);
    expect((await read(repository)).place?.path).toBe(copyOf(repository));
    await rename(copyOf(repository), `${copyOf(repository)}.away`);
    expect((await read(repository)).sentTo).toBe('one');
  });

  it('are counted', async () => {
    const { repository, commit } = await copied('two');
    const counted = async () =>
      Object.fromEntries((await copyMetrics.reads.get()).values.map(({ labels, value }) => [labels.outcome, value]));
    copyMetrics.reads.reset();
    await read(repository);
    await push(repository, created('refs/heads/next', commit));
    await read(repository);
    await silence('one', 60);
    await read(repository);
    expect(await counted()).toEqual({ current: 1, 'sent-back': 1, stale: 1 });
  });

  it('are answered by the copy with the most changes while the owner of the repository is silent', async () => {
    const { repository, commit } = await copied('two', 'three');
    await push(repository, created('refs/heads/next', commit));
    await follows(repository, 'three');
    await push(repository, created('refs/heads/unseen', commit));
    await silence('one', 60);
    const readers = () => copies.readers(database.db, repository.projectId, 'one', SILENT_MS);
    expect(await readers()).toEqual({ copies: ['three', 'two'], isAnyComplete: false, isSilent: true });
    isSteady = false;
    expect((await read(repository)).sentTo).toBe('one');
    isSteady = true;
    const { place, response } = await read(repository);
    expect(place).toEqual({ projectId: repository.projectId, path: copyOf(repository, 'three'), isMade: true });
    expect([response.getHeader(STALE_HEADER), copiedFrom(response)]).toEqual(['true', undefined]);
    // Without the storage three, the next one has the most.
    await silence('three', 60);
    await database.db.query('update repository_copies set is_standing = false where storage = $1', ['three']);
    expect((await read(repository)).place?.path).toBe(copyOf(repository));
    await silence('one', 20);
    expect((await read(repository)).sentTo).toBe('one');
    await follows(repository);
    expect(await readers()).toEqual({ copies: ['two'], isAnyComplete: true, isSilent: false });
  });
});
