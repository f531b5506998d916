import { Injectable } from '@nestjs/common';
import { Database } from '@hearth/data';
import { Jobs } from '@hearth/jobs';
import { RequestCount } from '../contributors/request-count.js';
import { CopiesStore } from '../copies/copies.store.js';
import { RemoveCopyJob } from '../jobs.js';
import { MaintainRepository } from '../repositories/maintain-repository.js';
import { RepositoriesStore } from '../repositories/repositories.store.js';
import { RequestMeasurement } from '../statistics/request-measurement.js';
import { StorageMovesStore, type StorageMove } from './storage-moves.store.js';

/** Fetches that have begun at the former storage end within this time, in seconds. */
const REMOVE_AFTER_SECONDS = 15 * 60;

/** Makes the copy the repository, and the former repository a copy that is removed later. */
@Injectable()
export class ChangeStorage {
  constructor(
    private readonly db: Database,
    private readonly repositoriesStore: RepositoriesStore,
    private readonly storageMovesStore: StorageMovesStore,
    private readonly copiesStore: CopiesStore,
    private readonly jobs: Jobs,
    private readonly maintainRepository: MaintainRepository,
    private readonly requestMeasurement: RequestMeasurement,
    private readonly requestCount: RequestCount,
  ) {}

  /** The caller holds the write lock, and the copy has everything. Returns false when the project was deleted meanwhile. */
  execute({ id, projectId, source, destination }: StorageMove): Promise<boolean> {
    return this.db.tx(async (tx) => {
      const record = await this.repositoriesStore.lock(tx, projectId);
      if (!record || record.deleted || record.storage !== source) return false;
      await this.repositoriesStore.moveTo(tx, projectId, destination);
      await this.storageMovesStore.end(tx, id, 'finished');
      await this.copiesStore.remove(tx, projectId, destination);
      await this.copiesStore.add(tx, projectId, source);
      const later = { storage: source, startAfterSeconds: REMOVE_AFTER_SECONDS };
      await this.jobs.add(tx, RemoveCopyJob, { projectId, storage: source }, later);
      await this.maintainRepository.requestWithin(tx, projectId);
      await this.requestMeasurement.within(tx, projectId);
      await this.requestCount.within(tx, projectId);
      return true;
    });
  }
}
