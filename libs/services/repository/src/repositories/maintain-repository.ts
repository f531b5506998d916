import { Injectable } from '@nestjs/common';
import type { ProjectId } from '@hearth/contract-kit';
import { Database, type Tx } from '@hearth/data';
import { Jobs } from '@hearth/jobs';
import { Git } from '../git/git.js';
import type { RepositoryPath } from '../git/refs/paths.js';
import { PruneRepository, RepackRepository } from '../jobs/upkeep-jobs.js';
import { FreeSpace } from '../storages/free-space.js';
import { Storages } from '../storages/storages.js';
import { MaintenanceLocks } from './write-locks.js';
import { RepositoriesStore } from './repositories.store.js';

const DAY_SECONDS = 24 * 60 * 60;
/** How long an object stays that nothing needs any more. */
const GRACE_SECONDS = 14 * DAY_SECONDS;
/** By then what became unreachable with a change has waited out its grace period, if it was set aside by an earlier run. */
const PRUNE_AFTER_SECONDS = GRACE_SECONDS + DAY_SECONDS;
/** After a burst of pushes. */
const REPACK_AFTER_SECONDS = 60;

/** The upkeep of repositories, behind everything else: requested after each change, done by jobs. */
@Injectable()
export class MaintainRepository {
  constructor(
    private readonly db: Database,
    private readonly repositoriesStore: RepositoriesStore,
    private readonly storages: Storages,
    private readonly jobs: Jobs,
    private readonly freeSpace: FreeSpace,
    private readonly maintenanceLocks: MaintenanceLocks,
    private readonly git: Git,
  ) {}

  /** Has a changed repository looked after, once for all changes until then. */
  async requestWithin(tx: Tx, projectId: ProjectId): Promise<void> {
    const record = await this.repositoriesStore.find(tx, projectId);
    if (!record || record.deleted) return;
    const key = { storage: record.storage, singletonKey: String(projectId) };
    await this.jobs.add(tx, RepackRepository, { projectId }, { ...key, startAfterSeconds: REPACK_AFTER_SECONDS });
    await this.jobs.add(tx, PruneRepository, { projectId }, { ...key, startAfterSeconds: PRUNE_AFTER_SECONDS });
  }

  /** Repacks a repository that has come to many packs. May be repeated at any time. @throws WrongStorage, RepositoryBusy */
  async repack(projectId: ProjectId, signal: AbortSignal): Promise<void> {
    await this.maintenanceLocks.during(projectId, async () => {
      const path = await this.pathOf(projectId);
      // The new packs are written before the old ones go.
      if (path !== null && (await this.git.upkeep.isDue(path)) && (await this.freeSpace.roomFor(path)) > 0)
        await this.git.upkeep.repack(path, { signal });
    });
  }

  /** Removes what nothing needs any more; comes back for what must wait. May be repeated at any time. @throws WrongStorage, RepositoryBusy */
  async prune(projectId: ProjectId, signal: AbortSignal): Promise<void> {
    await this.maintenanceLocks.during(projectId, async () => {
      const path = await this.pathOf(projectId);
      if (path === null) return;
      const hasRoom = (await this.freeSpace.roomFor(path)) > 0;
      const isMore = !hasRoom || (await this.git.upkeep.prune(path, GRACE_SECONDS * 1000, { signal }));
      if (isMore) await this.db.tx((tx) => this.requestWithin(tx, projectId));
    });
  }

  private async pathOf(projectId: ProjectId): Promise<RepositoryPath | null> {
    const record = await this.repositoriesStore.find(this.db, projectId);
    return record?.made && !record.deleted ? this.storages.pathOf(record.storage, projectId) : null;
  }
}
