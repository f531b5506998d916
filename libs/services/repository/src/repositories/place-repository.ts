import { Injectable } from '@nestjs/common';
import { Calls } from '@hearth/calls';
import type { ProjectId } from '@hearth/contract-kit';
import { ReadImportSourceQuery } from '@hearth/projects-contracts';
import { Database, type Tx } from '@hearth/data';
import { placeForFork } from '../storages/place.rules.js';
import { StoragePlacesStore } from '../storages/storage-places.store.js';
import { RepositoriesStore, type ForkSource, type RepositoryRecord } from './repositories.store.js';

/** Decides once which storage a project's repository is on. */
@Injectable()
export class PlaceRepository {
  constructor(
    private readonly db: Database,
    private readonly repositoriesStore: RepositoriesStore,
    private readonly storagePlacesStore: StoragePlacesStore,
    private readonly calls: Calls,
  ) {}

  /**
   * Returns the record of an existing or former project. A repetition returns the same storage. A request for a fork may arrive before the event,
   * so the source of a fork is queried from projects.
   */
  async execute(projectId: ProjectId): Promise<RepositoryRecord> {
    const known = await this.repositoriesStore.find(this.db, projectId);
    if (known) return known;
    const { forkedFromId } = await this.calls.query(ReadImportSourceQuery, { projectId });
    return this.db.tx((tx) =>
      forkedFromId === null ? this.within(tx, projectId) : this.forkWithin(tx, projectId, { projectId: forkedFromId }),
    );
  }

  /** Like {@link execute}, for a project that is no fork. */
  async within(tx: Tx, projectId: ProjectId): Promise<RepositoryRecord> {
    const known = await this.repositoriesStore.find(tx, projectId);
    return known ?? this.repositoriesStore.place(tx, projectId, await this.storagePlacesStore.choose(tx, projectId));
  }

  /** Like {@link execute}, for a fork: on the storage of its source, where it can share the source's files, if that one takes it. */
  async forkWithin(tx: Tx, projectId: ProjectId, source: ForkSource): Promise<RepositoryRecord> {
    const known = await this.repositoriesStore.find(tx, projectId);
    const storage = known?.storage ?? (await this.storageOfFork(tx, projectId, source));
    return this.repositoriesStore.placeFork(tx, projectId, storage, source);
  }

  private async storageOfFork(tx: Tx, projectId: ProjectId, source: ForkSource): Promise<string> {
    const { storage } = await this.within(tx, source.projectId);
    return placeForFork(projectId, storage, await this.storagePlacesStore.read(tx));
  }
}
