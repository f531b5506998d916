import { Injectable } from '@nestjs/common';
import type { OutputOf, ProjectId } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import type { LocateQuery } from '@hearth/repository-contracts';
import { CopiesStore } from '../copies/copies.store.js';
import { StorageLeases } from '../storages/storage-leases.js';
import { TakeOverAfter } from '../storages/take-over-after.js';
import { PlaceRepository } from './place-repository.js';

/** Finds the storages of a repository, for gateways. */
@Injectable()
export class LocateFacts {
  constructor(
    private readonly db: Database,
    private readonly placeRepository: PlaceRepository,
    private readonly copiesStore: CopiesStore,
    private readonly leases: StorageLeases,
    private readonly after: TakeOverAfter,
  ) {}

  async of(projectId: ProjectId): Promise<OutputOf<typeof LocateQuery>> {
    const { storage } = await this.placeRepository.execute(projectId);
    const { copies, isSilent, isAnyComplete } = await this.copiesStore.readers(
      this.db,
      projectId,
      storage,
      this.after.ms,
    );
    const readOnly = isSilent && copies.length > 0 && !isAnyComplete && this.leases.isSteadyFor(this.after.ms);
    return { storage, copies, readOnly };
  }
}
