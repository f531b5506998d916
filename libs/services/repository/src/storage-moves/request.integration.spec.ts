import { Audit } from '@hearth/audit';
import type { ProjectId } from '@hearth/contract-kit';
import type { Jobs } from '@hearth/jobs';
import { RepositoryAuditRecordedEvent } from '@hearth/repository-contracts';
import { CopiesStore } from '../copies/copies.store.js';
import { CopyForMoveJob, DrainStorageJob } from '../jobs.js';
import { MoveInvalid } from '../refusals.js';
import type { PlaceRepository } from '../repositories/place-repository.js';
import { RepositoriesStore } from '../repositories/repositories.store.js';
import { StoragePlacesStore } from '../storages/storage-places.store.js';
import { Storages } from '../storages/storages.js';
import { TestDatabase } from '../testing/test-database.js';
import { RequestStorageMove } from './request.js';
import { ScheduleMove } from './schedule-move.js';
import { StorageMovesStore } from './storage-moves.store.js';

const NAMES = ['one', 'two', 'three', 'closed'];
const REPOSITORIES = 230;
const run = { signal: new AbortController().signal };

describe('a request for moves', () => {
  let database: TestDatabase;
  let added: { job: unknown; data: unknown; storage: string | undefined }[];
  const moves = new StorageMovesStore();
  const repositories = new RepositoriesStore();

  function requestAmong(open: readonly string[]): RequestStorageMove {
    const storages = new Storages({ own: new Map([['one', '/data/one']]), names: NAMES, open });
    const placing = {
      execute: async (id: ProjectId) => (await repositories.find(database.db, id))!,
    } as unknown as PlaceRepository;
    const jobs = {
      add: (_tx: unknown, job: unknown, data: unknown, options?: { storage?: string }) => {
        added.push({ job, data, storage: options?.storage });
        return Promise.resolve();
      },
    } as unknown as Jobs;
    const audit = new Audit(RepositoryAuditRecordedEvent);
    const scheduling = new ScheduleMove(moves, new CopiesStore(), jobs, audit);
    const places = new StoragePlacesStore(storages);
    return new RequestStorageMove(database.db, storages, placing, repositories, places, scheduling, jobs);
  }

  beforeAll(async () => {
    database = await TestDatabase.make();
    await database.db.prepared(
      `insert into repositories (project_id, storage, deleted_at)
       select n, 'one', case when n = 5 then now() end from generate_series(1, $1::int) n`,
      [REPOSITORIES],
    );
    await database.db.prepared(`insert into repositories (project_id, storage) values (1000, 'two')`);
  });
  beforeEach(() => {
    added = [];
  });
  afterAll(() => database?.drop());

  it('of a storage is drained to the open ones, once, with a record of each move', async () => {
    const request = requestAmong(['one', 'two', 'three']);
    await request.ofProject(7 as ProjectId, 'two');
    await request.ofStorage('one');
    const { data } = added.find(({ job }) => job === DrainStorageJob)!;
    expect(data).toEqual({ source: 'one', destinations: ['two', 'three'] });
    for (const _ of ['first', 'again']) await request.drain(data as Parameters<typeof request.drain>[0], run);
    const copying = added.filter(({ job }) => job === CopyForMoveJob);
    // All but the deleted one; the one that was moving already was added by its own request.
    expect(copying).toHaveLength(REPOSITORIES - 1);
    expect(copying.filter(({ storage }) => storage === 'three').length).toBeGreaterThan(REPOSITORIES / 2 - 5);
    const [{ count }] = (await database.db.query<{ count: number }>(
      `select count(*) from outbox where data ->> 'kind' = 'repository.move_requested'`,
    )) as [{ count: number }];
    expect(count).toBe(REPOSITORIES - 1);
    expect(await moves.find(database.db, 1)).toMatchObject({ projectId: 7, source: 'one', destination: 'two' });
  });

  it('of a project goes to another open storage, and waits for the last one', async () => {
    const request = requestAmong(['one', 'two', 'three']);
    expect(await request.ofProject(1000 as ProjectId)).toMatchObject({
      ...{ source: 'two', destination: expect.stringMatching(/^(one|three)$/) },
    });
    await expect(request.ofProject(1000 as ProjectId)).rejects.toMatchObject({ code: MoveInvalid.code });
  });

  it('is refused where there is nowhere to go', async () => {
    const request = requestAmong(['one']);
    const refused = [
      () => request.ofProject(5 as ProjectId, 'one'),
      () => request.ofProject(5 as ProjectId, 'nowhere'),
      () => request.ofProject(5 as ProjectId),
      () => request.ofStorage('nowhere'),
      () => request.ofStorage('one'),
    ];
    for (const refuse of refused) await expect(refuse()).rejects.toMatchObject({ code: MoveInvalid.code });
    expect(added).toEqual([]);
  });
});
