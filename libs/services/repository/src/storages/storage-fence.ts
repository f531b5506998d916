import { Injectable } from '@nestjs/common';
import type { RepositoryPath } from '../git/refs/paths.js';
import { RepositoryBusy } from '../refusals.js';
import type { LockedRepository } from '../repositories/repositories.store.js';
import { StorageLeases } from './storage-leases.js';
import { Storages } from './storages.js';

/** Keeps a process from recording changes of repositories that are another one's by now. */
@Injectable()
export class StorageFence {
  constructor(
    private readonly storages: Storages,
    private readonly leases: StorageLeases,
  ) {}

  /**
   * Must be called in the transaction that has locked the row and records the change.
   * @param path where this process changes the repository
   * @throws WrongStorage or RepositoryBusy when the repository has moved or was taken over; RepositoryBusy when another process has acquired the storage
   */
  require({ storage, projectId, epoch }: LockedRepository, path?: RepositoryPath): void {
    const isHere = this.storages.pathOf(storage, projectId) === (path ?? this.storages.pathOf(storage, projectId));
    if (!isHere || (this.leases.epochOf(storage) ?? null) !== epoch) throw RepositoryBusy();
  }

  /** Must be called before a change of clients. @throws StorageInMaintenance */
  requireWritable(path: RepositoryPath): void {
    this.storages.requireWritable(path);
  }
}
