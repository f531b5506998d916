import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { ProjectId } from '@hearth/contract-kit';
import { Database, type Db, type Tx } from '@hearth/data';
import { Job, Jobs, type JobDataOf, type JobRun } from '@hearth/jobs';
import { FollowRepositoryJob, PlaceCopiesJob, RemoveCopyJob } from '../jobs.js';
import { RepositoriesStore } from '../repositories/repositories.store.js';
import { StoragePlacesStore } from '../storages/storage-places.store.js';
import { Storages } from '../storages/storages.js';
import { CopiesStore } from './copies.store.js';
import { copyChanges, possibleCopies } from './copy-places.rules.js';
import { CopySettings } from '../storages/copy-settings.js';

const AT_ONCE = 100;
/** Fetches that have begun at a storage end within this time, in seconds. */
const REMOVE_AFTER_SECONDS = 15 * 60;

/** Decides which storages have standing copies of a repository. */
@Injectable()
export class PlaceCopies implements OnApplicationBootstrap {
  constructor(
    private readonly db: Database,
    private readonly repositoriesStore: RepositoriesStore,
    private readonly copiesStore: CopiesStore,
    private readonly copySettings: CopySettings,
    private readonly storages: Storages,
    private readonly storagePlacesStore: StoragePlacesStore,
    private readonly jobs: Jobs,
  ) {}

  /** The settings may have changed since the last start. */
  async onApplicationBootstrap(): Promise<void> {
    for (const storage of this.storages.own)
      await this.db.tx((tx) => this.jobs.add(tx, PlaceCopiesJob, { storage }, { storage, singletonKey: storage }));
  }

  /** Adds and removes standing copies of a repository until they are as many as wanted. The caller has written or locked its row. */
  async within(tx: Tx, repository: { readonly projectId: ProjectId; readonly storage: string }): Promise<void> {
    const { projectId } = repository;
    const standing = await this.copiesStore.placed(tx, projectId);
    const open = await this.storagePlacesStore.open(tx);
    const { add, remove } = copyChanges(repository, standing, open, await this.countFor(tx, projectId));
    for (const storage of remove) {
      await this.copiesStore.retire(tx, projectId, storage);
      const later = { storage, startAfterSeconds: REMOVE_AFTER_SECONDS };
      await this.jobs.add(tx, RemoveCopyJob, { projectId, storage }, later);
    }
    for (const storage of add) {
      await this.copiesStore.stand(tx, projectId, storage);
      const key = { storage, singletonKey: String(projectId) };
      await this.jobs.add(tx, FollowRepositoryJob, { projectId, storage }, key);
    }
  }

  /** Makes the former repository a standing copy, which is removed once enough others have every change. The caller has locked the row, and holds the write lock. */
  async afterMove(tx: Tx, projectId: ProjectId, source: string, destination: string): Promise<void> {
    await this.copiesStore.remove(tx, projectId, destination);
    await this.copiesStore.stay(tx, projectId, source);
    await this.within(tx, { projectId, storage: destination });
  }

  /** Removes copies that were kept only until this one had every change. */
  async afterFollowing(projectId: ProjectId): Promise<void> {
    const standing = await this.copiesStore.standing(this.db, projectId);
    if (standing.length <= (await this.countFor(this.db, projectId))) return;
    await this.db.tx(async (tx) => {
      const record = await this.repositoriesStore.lock(tx, projectId);
      if (record && !record.deleted) await this.within(tx, record);
    });
  }

  /** Places the copies of all repositories of a storage. Safe to repeat. */
  @Job(PlaceCopiesJob)
  async ofStorage({ storage }: JobDataOf<typeof PlaceCopiesJob>, { signal }: Pick<JobRun, 'signal'>): Promise<void> {
    const open = await this.storagePlacesStore.open(this.db);
    const { standing: count } = this.copySettings;
    const possible = possibleCopies(storage, open);
    for (let after = 0; ;) {
      signal.throwIfAborted();
      const some = await this.copiesStore.misplaced(this.db, storage, { after, count, possible, open, limit: AT_ONCE });
      for (const { projectId } of some) await this.db.tx((tx) => this.ofRepository(tx, projectId, storage));
      if (some.length < AT_ONCE) return;
      after = some.at(-1)!.projectId;
    }
  }

  private async ofRepository(tx: Tx, projectId: ProjectId, storage: string): Promise<void> {
    const record = await this.repositoriesStore.lock(tx, projectId);
    if (record && !record.deleted && record.storage === storage) await this.within(tx, record);
  }

  private async countFor(db: Db, projectId: ProjectId): Promise<number> {
    return (await this.copiesStore.wanted(db, projectId)) ?? this.copySettings.standing;
  }
}
