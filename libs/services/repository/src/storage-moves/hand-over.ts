import { Injectable, Logger } from '@nestjs/common';
import { Calls } from '@hearth/calls';
import { WrongStorage, type ProjectId } from '@hearth/contract-kit';
import { FollowPrimaryCommand } from '@hearth/repository-contracts';
import { Database, type Tx } from '@hearth/data';
import { Job, Jobs, type JobDataOf, type JobRun } from '@hearth/jobs';
import { RequestCount } from '../contributors/request-count.js';
import { CopiesStore } from '../copies/copies.store.js';
import type { RepositoryPath } from '../git/refs/paths.js';
import { HandOverJob, RemoveCopyJob } from '../jobs.js';
import { RefJournal } from '../journal/ref-journal.js';
import { RepositoryBusy } from '../refusals.js';
import { MaintainRepository } from '../repositories/maintain-repository.js';
import { RepositoriesStore } from '../repositories/repositories.store.js';
import { PushGate } from '../repositories/push-gate.js';
import { WriteLocks } from '../repositories/write-locks.js';
import { RequestMeasurement } from '../statistics/request-measurement.js';
import { Storages } from '../storages/storages.js';
import { FailStorageMove } from './fail.js';
import { StorageMovesStore, type StorageMove } from './storage-moves.store.js';

/** A copy that catches up within this time, in milliseconds, delays writers for hardly longer. */
const SHORT_MS = 500;
/** Rounds of catching up before the writers are stopped, however long the last one took. */
const ROUNDS = 5;
/** Longest wait for the end of running pushes, in milliseconds, while others wait for them; then the job tries again later. */
const PUSHES_END_MS = 2_000;
/** Fetches that have begun at the former storage end within this time, in seconds. */
const REMOVE_AFTER_SECONDS = 15 * 60;

/** Makes the copy on the destination of a move the primary. Runs in the process that owns the source. */
@Injectable()
export class HandOver {
  private readonly logger = new Logger(HandOver.name);

  constructor(
    private readonly db: Database,
    private readonly storageMovesStore: StorageMovesStore,
    private readonly repositoriesStore: RepositoriesStore,
    private readonly copiesStore: CopiesStore,
    private readonly journal: RefJournal,
    private readonly pushGate: PushGate,
    private readonly writers: WriteLocks,
    private readonly storages: Storages,
    private readonly calls: Calls,
    private readonly jobs: Jobs,
    private readonly failStorageMove: FailStorageMove,
    private readonly maintainRepository: MaintainRepository,
    private readonly requestMeasurement: RequestMeasurement,
    private readonly requestCount: RequestCount,
  ) {}

  /**
   * Safe to repeat. Writers wait while the copy fetches the last changes and the storage is changed; those that waited are sent to the new one.
   * @throws WrongStorage, CallFailed while the destination does not answer, RepositoryBusy
   */
  @Job(HandOverJob)
  async execute({ moveId }: JobDataOf<typeof HandOverJob>, run: Pick<JobRun, 'attempt'>): Promise<void> {
    const move = await this.storageMovesStore.find(this.db, moveId);
    if (move?.state === 'started') await this.failStorageMove.orFail(move, run, () => this.handOver(move));
  }

  private async handOver(move: StorageMove): Promise<void> {
    const { projectId, destination } = move;
    const record = await this.repositoriesStore.find(this.db, projectId);
    if (!record || record.deleted) return this.failStorageMove.execute(move);
    const path = this.storages.pathOf(record.storage, projectId);
    for (let round = 0; round < ROUNDS && (await this.catchUp(projectId, destination)) > SHORT_MS; round += 1);
    const startedAt = performance.now();
    await this.pushGate.closedDuring(projectId, PUSHES_END_MS, () => this.replace(move, path));
    const pause = Math.round(performance.now() - startedAt);
    this.logger.log(`project ${projectId} is on ${destination} now; its writers waited ${pause} ms`);
  }

  /** Writers in this process that wait for the lock are refused, since they have found the former place. */
  private async replace(move: StorageMove, path: RepositoryPath): Promise<void> {
    const { projectId, destination } = move;
    const isOwn = this.storages.owns(destination);
    await this.writers.during(projectId, async () => {
      await this.journal.settleOpen({ projectId, path });
      await this.catchUp(projectId, destination);
      if (await this.db.tx((tx) => this.switch(tx, move)))
        this.writers.leave(projectId, isOwn ? RepositoryBusy() : new WrongStorage(destination));
    });
    if (isOwn) this.writers.enter(projectId);
  }

  /** Returns the milliseconds that it took. */
  private async catchUp(projectId: ProjectId, storage: string): Promise<number> {
    const startedAt = performance.now();
    await this.calls.command(FollowPrimaryCommand, { projectId, storage });
    return performance.now() - startedAt;
  }

  /** Returns false when the project was deleted meanwhile. */
  private async switch(tx: Tx, { id, projectId, source, destination }: StorageMove): Promise<boolean> {
    const record = await this.repositoriesStore.lock(tx, projectId);
    if (!record || record.deleted || record.storage !== source) return false;
    await this.repositoriesStore.moveTo(tx, projectId, destination);
    await this.storageMovesStore.end(tx, id, 'finished');
    await this.copiesStore.remove(tx, projectId, destination);
    await this.copiesStore.add(tx, projectId, source);
    await this.jobs.add(
      tx,
      RemoveCopyJob,
      { projectId, storage: source },
      { storage: source, startAfterSeconds: REMOVE_AFTER_SECONDS },
    );
    await this.maintainRepository.requestWithin(tx, projectId);
    await this.requestMeasurement.within(tx, projectId);
    await this.requestCount.within(tx, projectId);
    return true;
  }
}
