import { Injectable } from '@nestjs/common';
import type { ProjectId } from '@hearth/contract-kit';
import { Database, type Tx } from '@hearth/data';
import { Job, type JobDataOf, type JobRun, Jobs } from '@hearth/jobs';
import { Git } from '../git/git.js';
import type { RepositoryPath } from '../git/refs/paths.js';
import { PruneRepositoryJob, RepackRepositoryJob } from '../jobs.js';
import { RepositoryBusy } from '../refusals.js';
import { FreeSpace } from '../storages/free-space.js';
import { Storages } from '../storages/storages.js';
import { RepackTurns, type FilesOfRepository } from './repack-turns.js';
import { RepositoriesStore } from './repositories.store.js';
import { requestRepack } from './request-repack.js';
import { MaintenanceLocks } from './write-locks.js';

const DAY_SECONDS = 24 * 60 * 60;
/** Time for which an unreachable object stays. */
const GRACE_SECONDS = 14 * DAY_SECONDS;
/** By then, the grace period of objects that became unreachable by the change is over, if an earlier run set them aside. */
const PRUNE_AFTER_SECONDS = GRACE_SECONDS + DAY_SECONDS;
/** After a burst of pushes. */
const REPACK_AFTER_SECONDS = 60;
/** Delay of a repack that is deferred for another storage with the repository. */
const TURN_SECONDS = 60;
/** Deferrals after which a repack also starts on the busiest storage. */
const MOST_WAITS = 10;

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
    private readonly repackTurns: RepackTurns,
    private readonly git: Git,
  ) {}

  /** Schedules upkeep of a changed repository, once for all changes until it runs. */
  async requestWithin(tx: Tx, projectId: ProjectId): Promise<void> {
    const record = await this.repositoriesStore.find(tx, projectId);
    if (!record || record.deleted) return;
    const { storage } = record;
    await requestRepack(this.jobs, tx, { projectId, storage }, { startAfterSeconds: REPACK_AFTER_SECONDS });
    const key = { storage, singletonKey: String(projectId) };
    await this.jobs.add(tx, PruneRepositoryJob, { projectId }, { ...key, startAfterSeconds: PRUNE_AFTER_SECONDS });
  }

  /** Repacks a repository or a copy with many packs, or defers that while it is another storage's turn. Safe to repeat. @throws WrongStorage, RepositoryBusy */
  @Job(RepackRepositoryJob)
  async repack(
    { projectId, storage, waits }: JobDataOf<typeof RepackRepositoryJob>,
    { signal }: Pick<JobRun, 'signal'>,
  ): Promise<void> {
    await this.maintenanceLocks.during(projectId, async () => {
      const files = await this.filesOf(projectId, storage);
      // The new packs are written before the old ones are removed.
      if (!files || !(await this.git.upkeep.isDue(files.path)) || !(await this.mayWrite(files.path))) return;
      const repack = async () => {
        await this.git.upkeep.repack(files.path, { signal });
        return true;
      };
      if (await this.repackTurns.during(files, waits < MOST_WAITS, repack)) return;
      const later = { projectId, storage: files.storage, waits: waits + 1 };
      await this.db.tx((tx) => requestRepack(this.jobs, tx, later, { startAfterSeconds: TURN_SECONDS }));
    });
  }

  /** Removes unreachable objects, and schedules another run for those in their grace period. Safe to repeat. @throws WrongStorage, RepositoryBusy */
  @Job(PruneRepositoryJob)
  async prune({ projectId }: JobDataOf<typeof PruneRepositoryJob>, { signal }: Pick<JobRun, 'signal'>): Promise<void> {
    await this.maintenanceLocks.during(projectId, async () => {
      const files = await this.filesOf(projectId);
      if (files === null) return;
      const isMore = !(await this.mayWrite(files.path)) || (await this.pruneFiles(files, signal));
      if (isMore) await this.db.tx((tx) => this.requestWithin(tx, projectId));
    });
  }

  private async pruneFiles(files: FilesOfRepository, signal: AbortSignal): Promise<boolean> {
    await this.git.divergedRefs.removeExpired(files.path);
    const prune = () => this.git.upkeep.prune(files.path, GRACE_SECONDS * 1000, { signal });
    const isMore = await this.repackTurns.during(files, false, prune);
    if (isMore === null) throw RepositoryBusy();
    return isMore;
  }

  /** Full storages and those in maintenance wait for the next change. */
  private async mayWrite(path: RepositoryPath): Promise<boolean> {
    return !this.storages.isInMaintenance(path) && (await this.freeSpace.roomFor(path)) > 0;
  }

  /** @param storage that of a copy; by default the repository's own */
  private async filesOf(projectId: ProjectId, storage?: string): Promise<FilesOfRepository | null> {
    const record = await this.repositoriesStore.find(this.db, projectId);
    if (!record?.made || record.deleted) return null;
    const at = storage ?? record.storage;
    return { projectId, storage: at, path: this.storages.pathOf(at, projectId) };
  }
}
