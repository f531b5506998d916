import { Injectable } from '@nestjs/common';
import type { ProjectId } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import { Git } from '../git/git.js';
import { RepositoriesStore } from '../repositories/repositories.store.js';
import { MaintenanceLocks } from '../repositories/write-locks.js';
import { Storages } from '../storages/storages.js';

/** Checks whether a repository is sound. */
@Injectable()
export class CheckRepository {
  constructor(
    private readonly db: Database,
    private readonly repositoriesStore: RepositoriesStore,
    private readonly maintenanceLocks: MaintenanceLocks,
    private readonly storages: Storages,
    private readonly git: Git,
  ) {}

  /**
   * Returns what git has found; null for a sound repository, and for one that is not on the storage any more. It is not repacked meanwhile.
   * @throws the reason of the signal, GitTimeout, RepositoryBusy
   */
  async execute(projectId: ProjectId, storage: string, signal: AbortSignal): Promise<string | null> {
    const path = this.storages.pathOf(storage, projectId);
    const found = await this.maintenanceLocks.during(projectId, () => this.git.soundness(path, { signal }));
    if (found === null) return null;
    const record = await this.repositoriesStore.find(this.db, projectId);
    return record?.storage === storage && !record.deleted ? found : null;
  }
}
