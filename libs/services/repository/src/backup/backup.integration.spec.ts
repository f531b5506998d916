import { mkdir, readdir } from 'node:fs/promises';
import path from 'node:path';
import { BackupDatabase, BackupTarget, type Manifest, type Part } from '@hearth/backup';
import type { ProjectId } from '@hearth/contract-kit';
import { Git as Client, makeTemporaryFolder, type TemporaryFolder } from '@hearth/testing';
import type { ObjectId } from '../git/refs/object-id.js';
import type { RefName } from '../git/refs/ref-name.js';
import type { RefMove } from '../journal/ref-changes.store.js';
import type { RepositoryAt } from '../repositories/ensure-repository.js';
import { Storages } from '../storages/storages.js';
import { storageLayout } from '../storages/storages.rules.js';
import { RepositoryParts } from '../testing/repository-parts.js';
import { TestDatabase } from '../testing/test-database.js';
import { repairJournal } from './repair-journal.js';
import { repositoryBackup } from './repository-backup.js';
import { RestoreRepositories } from './restore-repositories.js';
import { StoreRepositories } from './store-repositories.js';

const MASTER = 'refs/heads/master' as RefName;
const TOPIC = 'refs/heads/topic' as RefName;
const GONE = 'refs/heads/gone' as RefName;
const BACK = 'refs/heads/back' as RefName;
const KEPT = 'refs/hearth/keep-around/first' as RefName;

describe('backups of repositories', () => {
  let database: TestDatabase;
  let folder: TemporaryFolder;
  let parts: RepositoryParts;
  let target: BackupTarget;
  let projects = 0;

  beforeAll(async () => {
    database = await TestDatabase.make();
    folder = await makeTemporaryFolder('backup');
    parts = await RepositoryParts.start(database, path.join(folder.path, 'system'));
    await mkdir(path.join(folder.path, 'work'));
    target = await BackupTarget.open(path.join(folder.path, 'backup'), path.join(folder.path, 'work'));
  });
  afterAll(async () => {
    await parts?.close();
    await database?.drop();
    await folder?.remove();
  });

  /** Creates a repository with commits that follow each other, which no ref names. */
  async function repositoryWith(
    count: number,
  ): Promise<{ repository: RepositoryAt; client: Client; commits: ObjectId[] }> {
    const repository = await parts.ensuring.execute(++projects as ProjectId);
    const client = new Client(repository.path);
    const tree = await client.text('mktree');
    const commits: ObjectId[] = [];
    for (let n = 0; n < count; n += 1) {
      const parents = commits.slice(-1).flatMap((id) => ['-p', id]);
      commits.push((await client.text('commit-tree', ...parents, '-m', `commit ${n}`, tree)) as ObjectId);
    }
    return { repository, client, commits };
  }

  async function move(repository: RepositoryAt, ...moves: RefMove[]): Promise<void> {
    const changes = await parts.journal.prepare(repository, { userId: 7, via: 'http', moves });
    await parts.git.refsWriter.move(repository.path, moves);
    await parts.journal.settle(repository, changes, moves);
  }

  const store = (previous: Part | null = null): Promise<Manifest['repositories']> =>
    BackupDatabase.during(async (db) => {
      const { repositories } = await repositoryBackup.list(db);
      return new StoreRepositories(db, target, parts.storages, parts.git).execute(repositories, previous);
    });

  const packs = async () =>
    (await readdir(path.join(folder.path, 'backup/packs'), { recursive: true }).catch(() => [])).filter((name) =>
      name.includes('/'),
    );

  async function restored({ projectId }: RepositoryAt, { part }: Manifest['repositories']): Promise<Client> {
    const place = await makeTemporaryFolder('restored');
    const [storage] = parts.storages.own;
    const storages = new Storages(storageLayout({ [storage!]: place.path }, undefined));
    await new RestoreRepositories(target, storages, parts.git).execute(part);
    return new Client(storages.pathOf(storage!, projectId));
  }

  it('stores what is new, and restores all refs', async () => {
    const { repository, client, commits } = await repositoryWith(3);
    const [first, second, third] = commits as [ObjectId, ObjectId, ObjectId];
    await move(repository, { ref: MASTER, from: null, to: first }, { ref: TOPIC, from: null, to: second });
    await client.run(['update-ref', KEPT, first]);
    const one = await store();
    expect(await packs()).toHaveLength(1);

    expect(await store(one.part)).toEqual(one);
    await move(repository, { ref: TOPIC, from: second, to: null }, { ref: MASTER, from: first, to: third });
    // Objects move to other packs between two backups.
    await parts.git.upkeep.repack(repository.path);
    const two = await store(one.part);
    expect(await packs()).toHaveLength(2);
    for (const [stored, refs] of [
      [one, { [MASTER]: first, [TOPIC]: second, [KEPT]: first }],
      [two, { [MASTER]: third, [KEPT]: first }],
    ] as const) {
      const copy = await restored(repository, stored);
      const listed = await copy.text('for-each-ref', '--format=%(refname) %(objectname)');
      expect(Object.fromEntries(listed.split('\n').map((line) => line.split(' ')))).toEqual(refs);
      expect(await copy.text('symbolic-ref', 'HEAD')).toBe(MASTER);
      await copy.run(['fsck', '--strict']);
    }
  });

  it('needs nothing of the snapshot before that the repository no longer has', async () => {
    const { repository, client, commits } = await repositoryWith(2);
    const [first, second] = commits as [ObjectId, ObjectId];
    await move(repository, { ref: MASTER, from: null, to: second });
    const one = await store();
    await move(repository, { ref: MASTER, from: second, to: null });
    await move(repository, { ref: TOPIC, from: null, to: first });
    await client.run(['-c', 'gc.reflogExpire=now', 'reflog', 'expire', '--expire-unreachable=now', '--all']);
    await client.run(['prune', '--expire=now']);
    const other = (await client.text('commit-tree', '-p', first, '-m', 'other', `${first}^{tree}`)) as ObjectId;
    await move(repository, { ref: MASTER, from: null, to: other });
    const copy = await restored(repository, await store(one.part));
    expect(await copy.text('rev-parse', MASTER, TOPIC)).toBe(`${other}\n${first}`);
  });

  it('publishes refs that have moved after the snapshot, each once', async () => {
    const { repository, commits } = await repositoryWith(3);
    const { projectId } = repository;
    const [first, second, third] = commits as [ObjectId, ObjectId, ObjectId];
    const at = (ref: RefName) => ({ ref, from: null, to: first });
    await move(repository, at(MASTER), at(GONE), at(BACK));
    const open = await parts.journal.prepare(repository, { userId: 7, via: 'api', moves: [at(TOPIC)] });
    const listed = await BackupDatabase.during((db) => repositoryBackup.list(db));
    await database.db.query('create table kept as select * from ref_changes', []);

    await parts.git.refsWriter.move(repository.path, [at(TOPIC)]);
    await parts.journal.settle(repository, open, [at(TOPIC)]);
    await move(repository, { ref: MASTER, from: first, to: second }, { ref: BACK, from: first, to: second });
    await move(repository, { ref: MASTER, from: second, to: third }, { ref: BACK, from: second, to: first });
    await move(repository, { ref: GONE, from: first, to: null });
    const repositories = await store();
    const findings = await BackupDatabase.during(async (db) => {
      const { changes, events } = repositoryBackup.later(listed);
      const later = {
        changes: await target.addPart(db.copyOut(changes).content),
        events: await target.addPart(db.copyOut(events).content),
      };
      await move(repository, { ref: TOPIC, from: first, to: second });
      await db.query('truncate repository.ref_changes, repository.outbox');
      await db.query('insert into repository.ref_changes overriding system value select * from repository.kept');
      return db.transaction('begin', () =>
        repairJournal(db, target, { repositories, later } as Manifest, parts.storages),
      );
    });
    expect(findings).toEqual({ notes: [expect.stringContaining('moved after the snapshot: 3.')], problems: [] });

    // The repository as it was stored.
    await parts.git.refsWriter.move(repository.path, [{ ref: TOPIC, from: second, to: first }]);
    await parts.journal.settleOpen(repository, 0);
    const published = (await parts.published(projectId)).map(({ ref, oldId, newId, via }) => [ref, oldId, newId, via]);
    expect(published.sort()).toEqual([
      [GONE, first, null, 'http'],
      [MASTER, first, third, 'http'],
      [TOPIC, null, first, 'api'],
    ]);
  });

  it('reports a repository that is older than the database says', async () => {
    const { repository, client, commits } = await repositoryWith(2);
    const [first, second] = commits as [ObjectId, ObjectId];
    await move(repository, { ref: MASTER, from: null, to: second });
    await client.run(['update-ref', MASTER, first]);
    const repositories = await store();
    const { problems } = await BackupDatabase.during(async (db) => {
      const nothing = await target.addPart(db.copyOut('select 1 where false').content);
      const later = { changes: nothing, events: nothing };
      return db.transaction('begin', () =>
        repairJournal(db, target, { repositories, later } as Manifest, parts.storages),
      );
    });
    expect(problems).toEqual([expect.stringContaining(`Project ${repository.projectId}: ${MASTER}`)]);
  });
});
