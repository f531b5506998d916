import { Injectable, Logger } from '@nestjs/common';
import { Calls } from '@hearth/calls';
import { WrongStorage, type ProjectId } from '@hearth/contract-kit';
import { FollowPrimaryCommand } from '@hearth/repository-contracts';
import { Job, type JobDataOf, type JobRun } from '@hearth/jobs';
import type { RepositoryPath } from '../git/refs/paths.js';
import { HandOverJob } from '../jobs.js';
import { RefJournal } from '../journal/ref-journal.js';
import { RepositoryBusy } from '../refusals.js';
import { PushGate, type PushesEnd } from '../repositories/push-gate.js';
import { WriteLocks } from '../repositories/write-locks.js';
import { Storages } from '../storages/storages.js';
import { ATTEMPTS, StorageMoveAttempts } from './attempts.js';
import { ChangeStorage } from './change-storage.js';
import type { StorageMove } from './storage-moves.store.js';

/** A copy that catches up within this time, in milliseconds, delays writers for hardly longer. */
const SHORT_MS = 500;
/** Rounds of catching up before the writers are stopped, however long the last one took. */
const ROUNDS = 5;
/** Longest round before that, in milliseconds: much may have been pushed since the copy was made. */
const ROUND_MS = 2 * 60_000;
/** Longest wait of the first attempts for the end of running pushes, in milliseconds, while others wait for them; then the job tries again later. */
const PUSHES_END_MS = 500;
/** Longest wait of later attempts: shorter than pushes wait for the end of a move. */
const PATIENT_MS = 20_000;

/** Hands a repository over to the destination of its move. Runs in the process that owns the source. */
@Injectable()
export class HandOver {
  private readonly logger = new Logger(HandOver.name);

  constructor(
    private readonly attempts: StorageMoveAttempts,
    private readonly changeStorage: ChangeStorage,
    private readonly journal: RefJournal,
    private readonly pushGate: PushGate,
    private readonly writers: WriteLocks,
    private readonly storages: Storages,
    private readonly calls: Calls,
  ) {}

  /**
   * Safe to repeat. Writers wait while the copy fetches the last changes and the storage is changed; those that waited are sent to the new one. Later
   * attempts wait longer for running pushes, and the last one goes on without those that do not end, which are refused: no move is delayed for ever.
   * @throws WrongStorage, CallFailed while the destination does not answer, RepositoryBusy
   */
  @Job(HandOverJob)
  async execute({ moveId }: JobDataOf<typeof HandOverJob>, run: Pick<JobRun, 'attempt'>): Promise<void> {
    await this.attempts.run(moveId, run, async (move) => {
      const { projectId, source, destination } = move;
      const path = this.storages.pathOf(source, projectId);
      for (
        let round = 0;
        round < ROUNDS && (await this.catchUp(projectId, destination, ROUND_MS)) > SHORT_MS;
        round += 1
      );
      const startedAt = performance.now();
      await this.pushGate.closedDuring(projectId, pushesEnd(run.attempt), () => this.replace(move, path));
      const pauseMs = Math.round(performance.now() - startedAt);
      // A record: mere texts are logged for debugging only.
      this.logger.log({ projectId, source, destination, pauseMs, msg: 'repository handed over' });
    });
  }

  /** Writers in this process that wait for the lock are refused, since they have found the former place. */
  private async replace(move: StorageMove, path: RepositoryPath): Promise<void> {
    const { projectId, destination } = move;
    const isOwn = this.storages.owns(destination);
    await this.writers.during(projectId, async () => {
      await this.journal.settleOpen({ projectId, path });
      await this.catchUp(projectId, destination);
      if (await this.changeStorage.execute(move))
        this.writers.leave(projectId, isOwn ? RepositoryBusy() : new WrongStorage(destination));
    });
    if (isOwn) this.writers.enter(projectId);
  }

  /** Returns the milliseconds that it took. @param timeoutMs by default that of a fetch while writers wait */
  private async catchUp(projectId: ProjectId, storage: string, timeoutMs?: number): Promise<number> {
    const startedAt = performance.now();
    await this.calls.command(FollowPrimaryCommand, { projectId, storage, timeoutMs }, { timeoutMs });
    return performance.now() - startedAt;
  }
}

/** Returns how an attempt waits for running pushes: for 0.5, 0.5, 1, 2, 4, 8, 16 and 20 seconds. */
function pushesEnd(attempt: number): PushesEnd {
  const waitMs = Math.min(PATIENT_MS, PUSHES_END_MS * 2 ** Math.max(0, attempt - 2));
  return { waitMs, isRequired: attempt < ATTEMPTS };
}
