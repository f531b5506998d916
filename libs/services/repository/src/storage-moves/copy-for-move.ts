import { Injectable } from '@nestjs/common';
import type { InputOf } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import { Job, Jobs, type JobDataOf, type JobRun } from '@hearth/jobs';
import type { FollowPrimaryCommand } from '@hearth/repository-contracts';
import { CopiesStore } from '../copies/copies.store.js';
import { CopyRepository } from '../copies/copy-repository.js';
import { CopyForMoveJob, HandOverJob } from '../jobs.js';
import { RepositoryBusy } from '../refusals.js';
import { WriteLocks } from '../repositories/write-locks.js';
import { StorageMoveAttempts } from './attempts.js';
import { StorageMovesStore } from './storage-moves.store.js';

const DAY_MS = 24 * 60 * 60 * 1000;
/** Longest fetch of the last changes, while writers of the repository wait. */
const WRITERS_WAIT_MS = 10_000;

/** Copies a repository to the destination of its move. Runs in the process that owns the destination. */
@Injectable()
export class CopyForMove {
  constructor(
    private readonly db: Database,
    private readonly storageMovesStore: StorageMovesStore,
    private readonly attempts: StorageMoveAttempts,
    private readonly copiesStore: CopiesStore,
    private readonly copyRepository: CopyRepository,
    private readonly writers: WriteLocks,
    private readonly jobs: Jobs,
  ) {}

  /** Safe to repeat. Then the repository is handed over. */
  @Job(CopyForMoveJob)
  async execute({ moveId }: JobDataOf<typeof CopyForMoveJob>, run: Pick<JobRun, 'attempt' | 'signal'>): Promise<void> {
    await this.attempts.run(moveId, run, async ({ projectId, source, destination }) => {
      await this.db.tx(async (tx) => {
        await this.storageMovesStore.start(tx, moveId);
        await this.copiesStore.add(tx, projectId, destination);
      });
      await this.bringUp(projectId, destination, { timeoutMs: DAY_MS, signal: run.signal });
      await this.db.tx((tx) => this.jobs.add(tx, HandOverJob, { moveId }, { storage: source }));
    });
  }

  /**
   * Fetches what has changed since. The process that owns the source may have stopped its writers meanwhile.
   * @throws WrongStorage when another process owns the storage, RepositoryBusy where no copy is to be there, GitTimeout
   */
  async catchUp(
    { projectId, storage, sequence, timeoutMs = WRITERS_WAIT_MS }: InputOf<typeof FollowPrimaryCommand>,
    signal: AbortSignal,
  ): Promise<void> {
    await this.bringUp(projectId, storage, { timeoutMs, signal }, sequence);
    this.writers.enter(projectId);
  }

  /** @throws RepositoryBusy for a copy that was removed meanwhile, as that of an earlier move that had failed: nothing may be handed over to it */
  private async bringUp(...[projectId, ...how]: Parameters<CopyRepository['execute']>): Promise<void> {
    if ((await this.copyRepository.execute(projectId, ...how)) === 'unwanted') throw RepositoryBusy();
  }
}
