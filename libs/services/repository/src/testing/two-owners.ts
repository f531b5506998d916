import type { InputOf, ProjectId } from '@hearth/contract-kit';
import type { JobDefinition, Jobs } from '@hearth/jobs';
import type { FollowPrimaryCommand } from '@hearth/repository-contracts';
import { Git as Client, makeTemporaryFolder, type TemporaryFolder } from '@hearth/testing';
import { CopiesStore } from '../copies/copies.store.js';
import { CopyRepository } from '../copies/copy-repository.js';
import { FollowRepository } from '../copies/follow-repository.js';
import type { OriginFacts } from '../copies/origin.facts.js';
import type { ObjectId } from '../git/refs/object-id.js';
import type { RefName } from '../git/refs/ref-name.js';
import type { RefMove } from '../journal/ref-changes.store.js';
import type { RepositoryAt } from '../repositories/ensure-repository.js';
import { CopySettings } from '../storages/copy-settings.js';
import { FreeSpace } from '../storages/free-space.js';
import type { StorageLeases } from '../storages/storage-leases.js';
import { StorageOwnersStore } from '../storages/storage-owners.store.js';
import { ResumeWork } from '../storage-moves/resume-work.js';
import { StorageMovesStore } from '../storage-moves/storage-moves.store.js';
import { TakeOverAfter } from '../storages/take-over-after.js';
import { TakeOverRepository } from '../take-over/take-over-repository.js';
import { TakeOverStorage } from '../take-over/take-over-storage.js';
import { RepositoryParts } from './repository-parts.js';
import { TestDatabase } from './test-database.js';

const NAMES = ['one', 'two'];
/** Silence after which a storage is taken over. */
export const SILENT_MS = 30_000;
const FETCH_MS = 10_000;
const run = { signal: new AbortController().signal };

interface AddedJob {
  readonly job: JobDefinition;
  readonly data: unknown;
}

/** Two processes of the service on one database: `first` owns the storage one, `second` two. Leases are renewed by the spec only. */
export class TwoOwners {
  readonly copies = new CopiesStore();
  readonly moves = new StorageMovesStore();
  readonly owners = new StorageOwnersStore();
  /** In the second process. */
  readonly takeOver: TakeOverStorage;
  /** Jobs that were added, in order; the spec runs them. */
  added: AddedJob[] = [];
  /** Whether the second process has renewed its lease in time. */
  isSteady = true;
  /** Runs after a copy has followed a change that waits for it, and before the answer reaches the owner. */
  onFollowed: () => void | Promise<void> = () => undefined;
  /** Whether no copy answers that is asked to follow. */
  areCopiesAway = false;
  private projects = 0;
  private readonly jobs = {
    add: (_tx: unknown, job: JobDefinition, data: unknown) => {
      this.added.push({ job, data });
      return Promise.resolve();
    },
  } as unknown as Jobs;

  private constructor(
    readonly database: TestDatabase,
    readonly folder: TemporaryFolder,
    readonly first: RepositoryParts,
    readonly second: RepositoryParts,
  ) {
    const after = new TakeOverAfter(SILENT_MS);
    const { copies, moves, owners } = this;
    const { repositories, places } = second;
    const upkeep = { requestWithin: () => Promise.resolve(), within: () => Promise.resolve() } as never;
    const resuming = new ResumeWork(repositories, this.jobs, upkeep, upkeep, upkeep);
    const taking = new TakeOverRepository(
      ...([owners, repositories, copies, moves, this.followerIn(second), resuming, places, after] as const),
    );
    const leases = { isSteadyFor: () => this.isSteady } as unknown as StorageLeases;
    this.takeOver = new TakeOverStorage(database.db, leases, owners, repositories, taking, after, this.jobs);
    for (const { services } of [first, second]) Object.assign(services, { command: this.answerFollow.bind(this) });
  }

  /** @param copySettings what both promise */
  static async start(copySettings = new CopySettings(0)): Promise<TwoOwners> {
    const database = await TestDatabase.make();
    const folder = await makeTemporaryFolder('two-owners');
    const start = (own: string) =>
      RepositoryParts.start(database, folder.path, { own: [own], names: NAMES, copies: copySettings });
    const [first, second] = await Promise.all([start('one'), start('two')]);
    for (const { leases } of [first, second]) {
      await leases.onModuleInit();
      await leases.beforeApplicationShutdown();
    }
    return new TwoOwners(database, folder, first, second);
  }

  async stop(): Promise<void> {
    await this.first.close();
    await this.second.close();
    await this.database.drop();
    await this.folder.remove();
  }

  /** Copies as the process that owns the storage of the copy; its fetch goes from folder to folder. */
  copyingIn({ storages, git, repositories, copyLocks }: RepositoryParts): CopyRepository {
    const { database, copies } = this;
    const origins = {
      of: (projectId: ProjectId, storage: string) => ({
        at: this.ownerOf(storage).storages.pathOf(storage, projectId),
      }),
    } as unknown as OriginFacts;
    return new CopyRepository(
      ...([database.db, repositories, copies, copyLocks, origins, storages, new FreeSpace(), git] as const),
    );
  }

  followerIn(parts: RepositoryParts): FollowRepository {
    const { storages, git } = parts;
    const copying = [this.copyingIn(parts), parts.placeCopies(this.jobs)] as const;
    return new FollowRepository(this.database.db, this.copies, ...copying, storages, this.jobs, git);
  }

  private async answerFollow(
    _contract: unknown,
    { projectId, storage, sequence }: InputOf<typeof FollowPrimaryCommand>,
  ): Promise<object> {
    if (this.areCopiesAway) throw new Error('away');
    const copying = this.copyingIn(this.ownerOf(storage));
    await copying.execute(projectId, storage, { timeoutMs: FETCH_MS }, sequence);
    await this.onFollowed();
    return {};
  }

  private ownerOf(storage: string): RepositoryParts {
    return storage === 'one' ? this.first : this.second;
  }

  /** Brings the copy of a repository on a storage up to it. */
  follow(projectId: ProjectId, storage: string): Promise<void> {
    return this.followerIn(this.ownerOf(storage)).follow({ projectId, storage }, run);
  }

  /** Creates an empty repository on the storage one. */
  async placed(): Promise<ProjectId> {
    const projectId = ++this.projects as ProjectId;
    await this.database.db.tx((tx) => this.first.repositories.place(tx, projectId, 'one'));
    await this.first.ensuring.execute(projectId);
    return projectId;
  }

  /** Returns a repository on the storage one with a branch, and its copy on two. */
  async copied(): Promise<{ repository: RepositoryAt; commit: ObjectId }> {
    const { first, database, copies } = this;
    const projectId = await this.placed();
    const repository = await first.ensuring.execute(projectId);
    const client = new Client(repository.path);
    const commit = (await client.text('commit-tree', '-m', 'first', await client.text('mktree'))) as ObjectId;
    await database.db.tx((tx) => copies.stand(tx, projectId, 'two'));
    await move(first, repository, created('refs/heads/main', commit));
    await this.follow(projectId, 'two');
    return { repository, commit };
  }

  /** Sets the time since the last renewal of the first process. */
  async silence(seconds: number): Promise<void> {
    await this.database.db.query(
      `update storage_owners set renewed_at = now() - $1::int * interval '1 second' where storage = 'one'`,
      [seconds],
    );
  }

  /** The second process finds the first one silent for a minute, in which every git of it has ended. */
  async takeOverFirst(): Promise<void> {
    await this.database.db.query(
      `update ref_changes set created_at = now() - interval '1 minute' where state = 'prepared'`,
    );
    await this.silence(60);
    await this.takeOver.execute({ storage: 'one' }, run);
  }

  /** Renews both leases, as if nothing had been taken over. */
  async renewAll(): Promise<void> {
    await this.database.db.query(
      'update storage_owners set renewed_at = now(), taken_over_at = null, accepts_loss = false',
    );
  }

  async storageOf(projectId: ProjectId): Promise<string> {
    return (await this.first.repositories.find(this.database.db, projectId))!.storage;
  }

  /** Returns where the repository is on the storage two. */
  atSecond({ projectId }: RepositoryAt): RepositoryAt {
    return { projectId, path: this.second.storages.pathOf('two', projectId) };
  }
}

/** Creation of a ref. */
export const created = (name: string, to: ObjectId): RefMove => ({ ref: name as RefName, from: null, to });

/** Moves refs through the journal of a process. */
export const move = (parts: RepositoryParts, repository: RepositoryAt, ...moves: RefMove[]) =>
  parts.journal.move(repository, { userId: 7, via: 'http', moves });

/** Lists the refs of a repository with their ids. */
export const refs = (path: string) => new Client(path).text('for-each-ref', '--format=%(objectname) %(refname)');
