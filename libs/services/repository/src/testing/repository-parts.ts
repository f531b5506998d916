import path from 'node:path';
import type { ProjectId } from '@hearth/contract-kit';
import { RefUpdatedEvent } from '@hearth/repository-contracts';
import type { Row } from '@hearth/data';
import type { Jobs } from '@hearth/jobs';
import { Outbox } from '@hearth/messaging';
import { ContributorsStore } from '../contributors/contributors.store.js';
import { CopiesStore } from '../copies/copies.store.js';
import { CopyLocks } from '../copies/copy-locks.js';
import { PlaceCopies } from '../copies/place-copies.js';
import { LfsObjectsStore } from '../lfs/lfs-objects.store.js';
import { chosenEngine } from '../git/engines/choose.js';
import { Git } from '../git/git.js';
import { CopyPromise } from '../journal/copy-promise.js';
import { Recovery } from '../journal/recovery.js';
import { RefChangesStore } from '../journal/ref-changes.store.js';
import { RefJournal } from '../journal/ref-journal.js';
import { Settlement } from '../journal/settlement.js';
import { ProtectedBranchesStore } from '../protection/protected-branches.store.js';
import { EnsureRepository } from '../repositories/ensure-repository.js';
import { PlaceRepository } from '../repositories/place-repository.js';
import { RepackTurns } from '../repositories/repack-turns.js';
import { RepacksStore } from '../repositories/repacks.store.js';
import { RemoveRepository } from '../repositories/remove-repository.js';
import { RepositoryRowsStore } from '../repositories/repository-rows.store.js';
import { RepositoriesStore } from '../repositories/repositories.store.js';
import { RunningRepacks } from '../repositories/running-repacks.js';
import { RepositoryFacts } from '../repositories/repository.facts.js';
import { WriteLocks } from '../repositories/write-locks.js';
import { CopySettings } from '../storages/copy-settings.js';
import { FreeSpace } from '../storages/free-space.js';
import { StorageFence } from '../storages/storage-fence.js';
import { StorageLeases } from '../storages/storage-leases.js';
import { StorageLoad } from '../storages/storage-load.js';
import { StoragePlacesStore } from '../storages/storage-places.store.js';
import { StorageOwnersStore } from '../storages/storage-owners.store.js';
import { TakeOverAfter } from '../storages/take-over-after.js';
import { Storages } from '../storages/storages.js';
import { ReleasesStore } from '../releases/releases.store.js';
import { FakeServices } from './fake-services.js';
import type { TestDatabase } from './test-database.js';

const SILENT_MS = 30_000;

/** Row of the journal. */
export interface JournalRow extends Row {
  readonly ref: string;
  readonly state: 'prepared' | 'settled' | 'refused';
}

/** Event in the outbox. */
export interface PublishedRefUpdate {
  readonly sequence: number;
  readonly pushId: string;
  readonly via: string;
  readonly ref: string;
  readonly oldId: string | null;
  readonly newId: string | null;
  readonly userId: number | null;
  readonly defaultBranch: string | null;
}

/**
 * Parts of one process of this service, without Nest. A second instance with the same database and folder stands for the process that replaces
 * one that died.
 */
export class RepositoryParts {
  readonly repositories = new RepositoriesStore();
  readonly refChanges = new RefChangesStore();
  readonly protectedBranches = new ProtectedBranchesStore();
  readonly writers = new WriteLocks();
  readonly copyLocks = new CopyLocks();
  readonly runningRepacks = new RunningRepacks();
  readonly services = new FakeServices();
  readonly facts: RepositoryFacts;
  readonly places: StoragePlacesStore;
  readonly placing: PlaceRepository;
  readonly ensuring: EnsureRepository;
  readonly removing: RemoveRepository;
  /** Not acquired until its `onModuleInit`. */
  readonly leases: StorageLeases;
  readonly repackTurns: RepackTurns;
  readonly settlement: Settlement;
  readonly promise: CopyPromise;
  readonly journal: RefJournal;
  readonly recovery: Recovery;

  private constructor(
    readonly database: TestDatabase,
    readonly storages: Storages,
    readonly git: Git,
    copySettings: CopySettings,
  ) {
    const { db } = database;
    const { repositories, refChanges, protectedBranches, writers, copyLocks } = this;
    const releases = new ReleasesStore();
    const owners = new StorageOwnersStore();
    const rows = new RepositoryRowsStore(new ContributorsStore(), new LfsObjectsStore());
    const outbox = new Outbox('repository');
    this.leases = new StorageLeases(
      ...([db, owners, new CopiesStore(), storages, new FreeSpace(), new StorageLoad()] as const),
    );
    const fence = new StorageFence(storages, this.leases);
    this.settlement = new Settlement(db, refChanges, repositories, protectedBranches, releases, outbox, fence, git);
    this.promise = new CopyPromise(db, new CopiesStore(), copySettings, this.services);
    this.repackTurns = new RepackTurns(db, new RepacksStore(), this.runningRepacks);
    const after = new TakeOverAfter(SILENT_MS);
    this.facts = new RepositoryFacts(db, repositories, storages, this.leases, after, this.runningRepacks);
    this.places = new StoragePlacesStore(storages);
    this.placing = new PlaceRepository(db, repositories, this.places, this.services);
    const parts = [this.placing, storages, writers, copyLocks] as const;
    this.ensuring = new EnsureRepository(db, repositories, ...parts, git);
    this.removing = new RemoveRepository(db, repositories, rows, storages, writers, git);
    const { settlement, promise } = this;
    this.journal = new RefJournal(db, repositories, refChanges, fence, settlement, promise, copyLocks, git);
    this.recovery = new Recovery(db, refChanges, storages, writers, this.journal);
  }

  /** @param standing copies that the settings ask for, by default more than there are storages */
  placeCopies(jobs: Jobs, standing = 9): PlaceCopies {
    const { repositories, storages, places } = this;
    const settings = new CopySettings(standing);
    return new PlaceCopies(this.database.db, repositories, new CopiesStore(), settings, storages, places, jobs);
  }

  /** @param own the storages of `names` that this process owns, below `folder` */
  static async start(
    database: TestDatabase,
    folder: string,
    {
      own = ['one'],
      names = own,
      copies = new CopySettings(0),
    }: { own?: string[]; names?: string[]; copies?: CopySettings } = {},
  ): Promise<RepositoryParts> {
    const folders = new Map(own.map((name) => [name, path.join(folder, name)]));
    const storages = new Storages({ own: folders, names, open: names });
    const git = await Git.open({
      privateFolder: path.join(folder, own.join('+'), '@run'),
      engine: await chosenEngine(),
    });
    return new RepositoryParts(database, storages, git, copies);
  }

  /** Returns the journal of a project, oldest first. */
  rows(projectId: ProjectId): Promise<JournalRow[]> {
    return this.database.db.query('select ref, state from ref_changes where project_id = $1 order by id', [projectId]);
  }

  /** Returns the published ref updates of a project, in order. */
  async published(projectId: ProjectId): Promise<PublishedRefUpdate[]> {
    const rows = await this.database.db.query<{ data: PublishedRefUpdate }>(
      'select data from outbox where type = $1 and key = $2 order by id',
      [RefUpdatedEvent.name, String(projectId)],
    );
    return rows.map(({ data }) => data);
  }

  /** Deletes the project as its event does. */
  async bury(projectId: ProjectId): Promise<void> {
    await this.database.db.tx((tx) => this.repositories.bury(tx, projectId, this.storages.names[0]!));
  }

  close(): Promise<void> {
    return this.git.close();
  }
}
