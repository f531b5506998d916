import { existsSync } from 'node:fs';
import { Git as Client } from '@hearth/testing';
import type { ObjectId } from '../git/refs/object-id.js';
import { FollowRepositoryJob, TakeOverStorageJob } from '../jobs.js';
import { RepositoryBusy } from '../refusals.js';
import { RepositoryParts } from '../testing/repository-parts.js';
import { created, move, refs, SILENT_MS, TwoOwners } from '../testing/two-owners.js';

const run = { signal: new AbortController().signal };

describe('taking over', () => {
  let pair: TwoOwners;

  beforeAll(async () => {
    pair = await TwoOwners.start();
  });
  beforeEach(() => pair.renewAll());
  afterAll(() => pair?.stop());

  it('makes the former repository a copy that follows once its storage is served again', async () => {
    const { repository, commit } = await pair.copied();
    const { projectId } = repository;
    await pair.silence(60);
    await pair.takeOver.execute({ storage: 'one' }, run);
    expect(await pair.copies.standing(pair.database.db, projectId)).toEqual(['one']);
    expect(pair.added.filter(({ job }) => job === FollowRepositoryJob)).toContainEqual({
      job: FollowRepositoryJob,
      data: { projectId, storage: 'one' },
    });
    await move(pair.second, pair.atSecond(repository), created('refs/heads/next', commit));
    const client = new Client(repository.path);
    const late = await client.text('commit-tree', '-m', 'late', '-p', commit, `${commit}^{tree}`);
    await client.run(['update-ref', 'refs/heads/main', late]);
    await pair.follow(projectId, 'one');
    const [main, next, aside, ...others] = (await refs(repository.path)).split('\n');
    expect([main, next].join('\n')).toBe(await refs(pair.atSecond(repository).path));
    expect([aside, others]).toEqual([expect.stringMatching(`^${late} refs/hearth/diverged/\\w+/heads/main$`), []]);
    await pair.follow(projectId, 'one');
    expect((await refs(repository.path)).split('\n')).toHaveLength(3);
    expect(await pair.copies.state(pair.database.db, projectId, 'one')).toMatchObject({ behindSeconds: null });
  });

  it('needs a copy that has every settled change', async () => {
    const { repository, commit } = await pair.copied();
    await move(pair.first, repository, created('refs/heads/unseen', commit));
    const { repository: alone } = await pair.copied();
    await pair.database.db.tx((tx) => pair.copies.remove(tx, alone.projectId, 'two'));
    await pair.silence(60);
    await pair.takeOver.execute({ storage: 'one' }, run);
    expect(await pair.storageOf(repository.projectId)).toBe('one');
    expect(await pair.storageOf(alone.projectId)).toBe('one');
  });

  it('goes on without changes and copies that are lost once that is accepted, and keeps the lost refs', async () => {
    const { repository, commit } = await pair.copied();
    const client = new Client(repository.path);
    const unseen = (await client.text('commit-tree', '-m', 'unseen', `${commit}^{tree}`)) as ObjectId;
    await move(pair.first, repository, created('refs/heads/unseen', unseen));
    const { repository: alone } = await pair.copied();
    await pair.database.db.tx((tx) => pair.copies.remove(tx, alone.projectId, 'two'));
    const accept = () => pair.database.db.tx((tx) => pair.owners.acceptLoss(tx, 'one', SILENT_MS));
    expect(await accept()).toBe(false);
    await pair.silence(60);
    expect(await accept()).toBe(true);
    await pair.takeOver.execute({ storage: 'one' }, run);
    expect(await pair.storageOf(repository.projectId)).toBe('two');
    expect(await refs(pair.atSecond(repository).path)).toBe(`${commit} refs/heads/main`);
    expect(await pair.first.repositories.find(pair.database.db, alone.projectId)).toMatchObject({
      storage: 'two',
      made: false,
    });

    await pair.follow(repository.projectId, 'one');
    const [main, lost, ...others] = (await refs(repository.path)).split('\n');
    expect([main, others]).toEqual([`${commit} refs/heads/main`, []]);
    expect(lost).toMatch(new RegExp(`^${unseen} refs/hearth/diverged/\\w+/heads/unseen$`));
  });

  it('needs an owner that is silent, and one that serves the copy', async () => {
    const { repository } = await pair.copied();
    await pair.silence(20);
    await pair.takeOver.execute({ storage: 'one' }, run);
    expect(await pair.storageOf(repository.projectId)).toBe('one');
    await pair.database.db.query(`update storage_owners set renewed_at = now() - interval '1 minute'`);
    await pair.takeOver.execute({ storage: 'one' }, run);
    expect(await pair.storageOf(repository.projectId)).toBe('one');
  });

  it('lets a repository without changes begin elsewhere, although no copy was made', async () => {
    const { database, first, copies } = pair;
    const projectId = await pair.placed();
    await database.db.tx((tx) => copies.stand(tx, projectId, 'two'));
    await pair.silence(60);
    await pair.takeOver.execute({ storage: 'one' }, run);
    expect(await first.repositories.find(database.db, projectId)).toMatchObject({ storage: 'two', made: false });
    expect(existsSync(`${(await pair.second.ensuring.execute(projectId)).path}/HEAD`)).toBe(true);
  });

  it('is tried again each minute for repositories that are left', async () => {
    const { repository, commit } = await pair.copied();
    await move(pair.first, repository, created('refs/heads/unseen', commit));
    await pair.silence(60);
    await pair.takeOver.execute({ storage: 'one' }, run);
    pair.added = [];
    await pair.takeOver.look();
    expect(pair.added).toEqual([]);
    await pair.database.db.query(`update storage_owners set taken_over_at = now() - interval '61 seconds'`);
    await pair.takeOver.look();
    expect(pair.added.map(({ job }) => job)).toEqual([TakeOverStorageJob]);
  });

  it('ends a move that is under way', async () => {
    const { repository } = await pair.copied();
    const { projectId } = repository;
    const under = await pair.database.db.tx((tx) => pair.moves.add(tx, projectId, 'one', 'two'));
    await pair.silence(60);
    await pair.takeOver.execute({ storage: 'one' }, run);
    expect(await pair.moves.find(pair.database.db, under!.id)).toMatchObject({ state: 'failed' });
  });

  it('begins once for a silent storage, where the own leases were in time', async () => {
    pair.added = [];
    const taken = () => pair.added.filter(({ job }) => job === TakeOverStorageJob).map(({ data }) => data);
    await pair.takeOver.look();
    expect(taken()).toEqual([]);
    await pair.silence(60);
    pair.isSteady = false;
    await pair.takeOver.look();
    expect(taken()).toEqual([]);
    pair.isSteady = true;
    await pair.takeOver.look();
    expect(taken()).toEqual([{ storage: 'one' }]);
    await pair.takeOver.execute({ storage: 'one' }, run);
    await pair.takeOver.look();
    expect(taken()).toHaveLength(1);
  });

  it('begins again for an owner that has woken meanwhile, and forgets that its loss was accepted', async () => {
    const begun = () => pair.added.filter(({ job }) => job === TakeOverStorageJob).length;
    await pair.silence(60);
    await pair.database.db.tx((tx) => pair.owners.acceptLoss(tx, 'one', SILENT_MS));
    await pair.takeOver.execute({ storage: 'one' }, run);
    await pair.first.leases.renew();
    pair.added = [];
    await pair.takeOver.look();
    expect(begun()).toBe(0);
    await pair.silence(60);
    await pair.takeOver.look();
    expect(begun()).toBe(1);
    expect(await pair.owners.endedLease(pair.database.db, 'one', SILENT_MS)).toEqual({ acceptsLoss: false });
  });

  it('of a storage by a new process ends the writes of the former one', async () => {
    const { repository, commit } = await pair.copied();
    const next = await RepositoryParts.start(pair.database, pair.folder.path, { own: ['one'], names: ['one', 'two'] });
    await next.leases.onModuleInit();
    await next.leases.beforeApplicationShutdown();
    const refused = await move(pair.first, repository, created('refs/heads/old', commit)).catch(
      (error: unknown) => error,
    );
    expect(RepositoryBusy.is(refused)).toBe(true);
    await move(next, repository, created('refs/heads/new', commit));
    await next.close();
  });
});
