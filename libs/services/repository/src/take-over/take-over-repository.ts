import { Injectable } from '@nestjs/common';
import type { ProjectId } from '@hearth/contract-kit';
import type { Tx } from '@hearth/data';
import { CopiesStore } from '../copies/copies.store.js';
import { FollowRepository } from '../copies/follow-repository.js';
import { RepositoriesStore } from '../repositories/repositories.store.js';
import { ResumeWork } from '../storage-moves/resume-work.js';
import { StorageMovesStore } from '../storage-moves/storage-moves.store.js';
import { StorageOwnersStore } from '../storages/storage-owners.store.js';
import { StoragePlacesStore } from '../storages/storage-places.store.js';
import { TakeOverAfter } from '../storages/take-over-after.js';

/**
 * `taken`: a copy is the repository now. `no copy`: it has none on a storage that is served. `incomplete`: every such copy lacks changes that
 * were acknowledged. `empty`: it had none, and nothing was lost by that, or it was accepted. `not needed`: its storage is served again, or it is gone.
 */
export type TakeOverOutcome = 'taken' | 'no copy' | 'incomplete' | 'empty' | 'not needed';

/** Makes the most advanced copy of a repository the repository. */
@Injectable()
export class TakeOverRepository {
  constructor(
    private readonly storageOwnersStore: StorageOwnersStore,
    private readonly repositoriesStore: RepositoriesStore,
    private readonly copiesStore: CopiesStore,
    private readonly storageMovesStore: StorageMovesStore,
    private readonly followRepository: FollowRepository,
    private readonly resumeWork: ResumeWork,
    private readonly storagePlacesStore: StoragePlacesStore,
    private readonly after: TakeOverAfter,
  ) {}

  /** A change that the former owner is about to record waits for the row, or finds the new storage there. Safe to repeat. */
  async within(tx: Tx, projectId: ProjectId, storage: string): Promise<TakeOverOutcome> {
    const record = await this.repositoriesStore.lock(tx, projectId);
    if (!record || record.deleted || record.storage !== storage) return 'not needed';
    const lease = await this.storageOwnersStore.endedLease(tx, storage, this.after.ms);
    if (!lease) return 'not needed';
    const best = await this.copiesStore.mostAdvanced(tx, projectId, this.after.ms);
    if (!best) {
      const isLossless = !record.started && !(await this.repositoriesStore.hasChanges(tx, projectId));
      return record.made && (lease.acceptsLoss || isLossless) ? this.beginEmpty(tx, projectId, storage) : 'no copy';
    }
    if (!best.isComplete && !lease.acceptsLoss) return 'incomplete';
    await this.replace(tx, projectId, storage, best.storage);
    return 'taken';
  }

  /** Places a repository without a copy on a storage that is served, where it is empty; without such a storage it stays. */
  private async beginEmpty(tx: Tx, projectId: ProjectId, former: string): Promise<TakeOverOutcome> {
    const served = await this.storageOwnersStore.served(tx, await this.storagePlacesStore.open(tx), this.after.ms);
    if (served.length > 0)
      await this.replace(tx, projectId, former, await this.storagePlacesStore.choose(tx, projectId, served));
    await this.repositoriesStore.loseFiles(tx, projectId);
    return 'empty';
  }

  /** The former repository is a copy as soon as its storage is served again. */
  private async replace(tx: Tx, projectId: ProjectId, former: string, storage: string): Promise<void> {
    await this.repositoriesStore.moveTo(tx, projectId, storage);
    await this.copiesStore.remove(tx, projectId, storage);
    await this.copiesStore.stand(tx, projectId, former);
    await this.copiesStore.diverge(tx, projectId);
    await this.storageMovesStore.failUnderWay(tx, projectId);
    await this.followRepository.requestWithin(tx, projectId);
    await this.resumeWork.within(tx, projectId);
  }
}
