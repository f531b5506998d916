import { Injectable } from '@nestjs/common';
import type { ProjectId } from '@hearth/contract-kit';
import { Database, type Tx } from '@hearth/data';
import { Job, type JobDataOf, type JobRun, Jobs } from '@hearth/jobs';
import { Git } from '../git/git.js';
import type { RepositoryPath } from '../git/refs/paths.js';
import { PruneRepositoryJob, RepackRepositoryJob } from '../jobs.js';
import { FreeSpace } from '../storages/free-space.js';
import { Storages } from '../storages/storages.js';
import { MaintenanceLocks } from './write-locks.js';
import { RepositoriesStore } from './repositories.store.js';

const DAY_SECONDS = 24 * 60 * 60;
/** Time for which an unreachable object stays. */
const GRACE_SECONDS = 14 * DAY_SECONDS;
/** By then, the grace period of objects that became unreachable by the change is over, if an earlier run set them aside. */
const PRUNE_AFTER_SECONDS = GRACE_SECONDS + DAY_SECONDS;
/** After a burst of pushes. */
const REPACK_AFTER_SECONDS = 60;

/** Maintains repositories in the background: requested after each change, carried out by jobs. */
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

  /** Schedules upkeep of a changed repository, once for all changes until it runs. */
  async requestWithin(tx: Tx, projectId: ProjectId): Promise<void> {
    const record = await this.repositoriesStore.find(tx, projectId);
    if (!record || record.deleted) return;
    const key = { storage: record.storage, singletonKey: String(projectId) };
    await this.jobs.add(tx, RepackRepositoryJob, { projectId }, { ...key, startAfterSeconds: REPACK_AFTER_SECONDS });
    await this.jobs.add(tx, PruneRepositoryJob, { projectId }, { ...key, startAfterSeconds: PRUNE_AFTER_SECONDS });
  }

  /** Repacks a repository with many packs. Safe to repeat. @throws WrongStorage, RepositoryBusy */
  @Job(RepackRepositoryJob)
  async repack(
    { projectId }: JobDataOf<typeof RepackRepositoryJob>,
    { signal }: Pick<JobRun, 'signal'>,
  ): Promise<void> {
    await this.maintenanceLocks.during(projectId, async () => {
      const path = await this.pathOf(projectId);
      // The new packs are written before the old ones are removed.
      if (path !== null && (await this.git.upkeep.isDue(path)) && (await this.mayWrite(path)))
        await this.git.upkeep.repack(path, { signal });
    });
  }

  /** Removes unreachable objects, and schedules another run for those in their grace period. Safe to repeat. @throws WrongStorage, RepositoryBusy */
  @Job(PruneRepositoryJob)
  async prune({ projectId }: JobDataOf<typeof PruneRepositoryJob>, { signal }: Pick<JobRun, 'signal'>): Promise<void> {
    await this.maintenanceLocks.during(projectId, async () => {
      const path = await this.pathOf(projectId);
      if (path === null) return;
      const mayWrite = await this.mayWrite(path);
      if (mayWrite) await this.git.divergedRefs.removeExpired(path);
      const isMore = !mayWrite || (await this.git.upkeep.prune(path, GRACE_SECONDS * 1000, { signal }));
      if (isMore) await this.db.tx((tx) => this.requestWithin(tx, projectId));
    });
  }

  /** Full storages and those in maintenance wait for the next change. */
  private async mayWrite(path: RepositoryPath): Promise<boolean> {
    return !this.storages.isInMaintenance(path) && (await this.freeSpace.roomFor(path)) > 0;
  }

  private async pathOf(projectId: ProjectId): Promise<RepositoryPath | null> {
    const record = await this.repositoriesStore.find(this.db, projectId);
    return record?.made && !record.deleted ? this.storages.pathOf(record.storage, projectId) : null;
  }
}
