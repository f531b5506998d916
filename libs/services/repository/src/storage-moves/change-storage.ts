import { Injectable } from '@nestjs/common';
import { Database } from '@hearth/data';
import { PlaceCopies } from '../copies/place-copies.js';
import { RepositoriesStore } from '../repositories/repositories.store.js';
import { StorageFence } from '../storages/storage-fence.js';
import { ResumeWork } from './resume-work.js';
import { StorageMovesStore, type StorageMove } from './storage-moves.store.js';

/** Makes the copy the repository, and the former repository a copy that is removed later. */
@Injectable()
export class ChangeStorage {
  constructor(
    private readonly db: Database,
    private readonly repositoriesStore: RepositoriesStore,
    private readonly fence: StorageFence,
    private readonly storageMovesStore: StorageMovesStore,
    private readonly placeCopies: PlaceCopies,
    private readonly resumeWork: ResumeWork,
  ) {}

  /**
   * The caller holds the write lock, and the copy has everything. Returns false when the project was deleted meanwhile.
   * @throws RepositoryBusy when another process has acquired the storage since: it may have acknowledged pushes that the copy lacks
   */
  execute({ id, projectId, source, destination }: StorageMove): Promise<boolean> {
    return this.db.tx(async (tx) => {
      const record = await this.repositoriesStore.lock(tx, projectId);
      if (!record || record.deleted || record.storage !== source) return false;
      this.fence.require(record);
      await this.repositoriesStore.moveTo(tx, projectId, destination);
      await this.storageMovesStore.end(tx, id, 'finished');
      await this.placeCopies.afterMove(tx, projectId, source, destination);
      await this.resumeWork.within(tx, projectId);
      return true;
    });
  }
}
