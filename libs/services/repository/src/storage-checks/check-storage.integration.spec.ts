import { mkdir, rm } from 'node:fs/promises';
import type { ProjectId } from '@hearth/contract-kit';
import type { JobDefinition, Jobs } from '@hearth/jobs';
import { Git as Client, makeTemporaryFolder, type TemporaryFolder } from '@hearth/testing';
import { CopiesStore } from '../copies/copies.store.js';
import { CopyLocks } from '../copies/copy-locks.js';
import { CopyRepository } from '../copies/copy-repository.js';
import { FollowRepository } from '../copies/follow-repository.js';
import { OriginFacts } from '../copies/origin.facts.js';
import type { ObjectId } from '../git/refs/object-id.js';
import type { RefName } from '../git/refs/ref-name.js';
import { FollowRepositoryJob } from '../jobs.js';
import type { RepositoryAt } from '../repositories/ensure-repository.js';
import { MaintenanceLocks } from '../repositories/write-locks.js';
import { FreeSpace } from '../storages/free-space.js';
import { RepositoryParts } from '../testing/repository-parts.js';
import { TestDatabase } from '../testing/test-database.js';
import { CheckCopy } from './check-copy.js';
import { CheckRepository } from './check-repository.js';
import { CheckStorage } from './check-storage.js';
import { StorageChecksStore } from './storage-checks.store.js';

const run = { signal: new AbortController().signal };

describe('a check of a storage', () => {
  let database: TestDatabase;
  let folder: TemporaryFolder;
  let parts: RepositoryParts;
  let follow: FollowRepository;
  let checking: CheckStorage;
  let added: { job: JobDefinition; data: { projectId: ProjectId; storage: string } }[] = [];
  let projects = 0;
  const checks = new StorageChecksStore();
  const copies = new CopiesStore();
  const jobs = {
    add: (_tx: unknown, job: JobDefinition, data: (typeof added)[number]['data']) => {
      added.push({ job, data });
      return Promise.resolve();
    },
  } as unknown as Jobs;

  const copyOf = ({ projectId }: RepositoryAt) => parts.storages.pathOf('two', projectId);
  const refs = (path: string) => new Client(path).text('for-each-ref', '--format=%(objectname) %(refname)');

  async function check(storage: string) {
    await database.db.tx((tx) => checks.request(tx, storage));
    await checking.execute({ storage }, run);
    const [found] = (await checks.all(database.db)).filter((each) => each.storage === storage);
    return { ...found!, problems: await checks.problems(database.db, [storage], 10) };
  }

  /** Returns a repository on the storage one with a branch, and a copy on two that has it. */
  async function copied(): Promise<{ repository: RepositoryAt; commit: ObjectId }> {
    const projectId = ++projects as ProjectId;
    await database.db.tx((tx) => parts.repositories.place(tx, projectId, 'one'));
    const repository = await parts.ensuring.execute(projectId);
    const client = new Client(repository.path);
    const commit = (await client.text('commit-tree', '-m', 'first', await client.text('mktree'))) as ObjectId;
    await move(repository, 'refs/heads/main', null, commit);
    await database.db.tx((tx) => copies.stand(tx, projectId, 'two'));
    await follow.follow({ projectId, storage: 'two' }, run);
    return { repository, commit };
  }

  const move = (repository: RepositoryAt, ref: string, from: ObjectId | null, to: ObjectId | null) =>
    parts.journal.move(repository, { userId: 7, via: 'http', moves: [{ ref: ref as RefName, from, to }] });

  beforeAll(async () => {
    database = await TestDatabase.make();
    folder = await makeTemporaryFolder('checks');
    parts = await RepositoryParts.start(database, folder.path, { own: ['one', 'two'] });
    const { db } = database;
    const { repositories, refChanges, storages, git } = parts;
    const origins = new OriginFacts(storages, undefined as never, undefined as never, undefined);
    const copying = new CopyRepository(
      ...([db, repositories, copies, new CopyLocks(), origins, storages, new FreeSpace(), git] as const),
    );
    follow = new FollowRepository(db, copies, copying, parts.placeCopies(jobs), storages, jobs, git);
    const ofCopies = new CheckCopy(db, copies, repositories, refChanges, origins, storages, jobs, git);
    const ofRepositories = new CheckRepository(db, repositories, new MaintenanceLocks(), storages, git);
    checking = new CheckStorage(db, checks, ofRepositories, ofCopies);
  });
  beforeEach(async () => {
    added = [];
    await database.db.query('delete from repository_problems');
    await database.db.query('delete from repository_copies');
    await database.db.query('update repositories set deleted_at = now()');
  });
  afterAll(async () => {
    await parts?.close();
    await database?.drop();
    await folder?.remove();
  });

  it('counts what is sound', async () => {
    await copied();
    await copied();
    expect(await check('one')).toMatchObject({ repositories: 2, copies: 0, damaged: 0, problems: [] });
    expect(await check('two')).toMatchObject({ repositories: 0, copies: 2, remade: 0, finishedAt: expect.any(Date) });
    expect(added).toEqual([]);
  });

  it('reports a damaged repository, leaves it as it is, and forgets it once it is sound', async () => {
    const { repository, commit } = await copied();
    await copied();
    const { path } = repository;
    const object = `${path}/objects/${commit.slice(0, 2)}/${commit.slice(2)}`;
    await rm(object);
    const { damaged, problems } = await check('one');
    expect(damaged).toBe(1);
    expect(problems).toMatchObject([
      { projectId: repository.projectId, kind: 'damaged', detail: expect.stringContaining(commit) },
    ]);
    expect(await checks.countDamaged(database.db, ['one', 'two'])).toEqual(new Map([['one', 1]]));
    expect(added).toEqual([]);

    const stdout = await new Client(copyOf(repository)).run(['cat-file', 'commit', commit]);
    await new Client(path).run(['hash-object', '-w', '-t', 'commit', '--stdin'], { input: String(stdout) });
    expect(await check('one')).toMatchObject({ damaged: 0, problems: [] });
  });

  it('makes a copy with other refs anew', async () => {
    const { repository, commit } = await copied();
    await new Client(copyOf(repository)).run(['update-ref', 'refs/heads/strange', commit]);
    await new Client(copyOf(repository)).run(['update-ref', '-d', 'refs/heads/main']);
    expect(await check('two')).toMatchObject({ copies: 1, remade: 1, damaged: 0, problems: [{ kind: 'remade' }] });
    expect(added).toMatchObject([{ job: FollowRepositoryJob, data: { projectId: repository.projectId } }]);
    // Until then it cannot take over.
    expect(await copies.hasFollowed(database.db, repository.projectId, 1)).toBe(false);
    await follow.follow(added[0]!.data, run);
    expect(await refs(copyOf(repository))).toBe(await refs(repository.path));
    expect(await check('two')).toMatchObject({ remade: 0, problems: [] });
  });

  it('makes a damaged copy anew', async () => {
    const { repository } = await copied();
    const objects = `${copyOf(repository)}/objects`;
    await rm(objects, { recursive: true });
    await mkdir(objects);
    expect(await check('two')).toMatchObject({ remade: 1 });
    await follow.follow(added[0]!.data, run);
    expect(await refs(copyOf(repository))).toBe(await refs(repository.path));
    expect(await check('two')).toMatchObject({ remade: 0 });
  });

  it('does not compare a copy that is behind', async () => {
    const { repository, commit } = await copied();
    await move(repository, 'refs/heads/next', null, commit);
    expect(await check('two')).toMatchObject({ copies: 1, remade: 0 });
  });

  it('goes on where an interrupted run has ended, and is not begun twice', async () => {
    const { repository } = await copied();
    await copied();
    await database.db.tx((tx) => checks.request(tx, 'one'));
    await database.db.query(`update storage_checks set checked_up_to = $1, repositories = 7 where storage = 'one'`, [
      repository.projectId,
    ]);
    expect(await check('one')).toMatchObject({ repositories: 8 });
    await checking.execute({ storage: 'one' }, run);
    expect((await checks.all(database.db))[0]).toMatchObject({ repositories: 8 });
  });
});
