import { Injectable } from '@nestjs/common';
import type { ProjectId } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import { Job, Jobs, type JobDataOf, type JobRun } from '@hearth/jobs';
import { Git } from '../git/git.js';
import type { RepositoryPath } from '../git/refs/paths.js';
import type { CopyTimes } from '../git/transport/fetch-copy.js';
import { FollowPrimaryJob, HandOverJob } from '../jobs.js';
import { FIRST_BRANCH } from '../repositories/ensure-repository.js';
import { RepositoriesStore } from '../repositories/repositories.store.js';
import { WriteLocks } from '../repositories/write-locks.js';
import { FailStorageMove } from '../storage-moves/fail.js';
import { StorageMovesStore, type StorageMove } from '../storage-moves/storage-moves.store.js';
import { FreeSpace } from '../storages/free-space.js';
import { Storages } from '../storages/storages.js';
import { CopiesStore } from './copies.store.js';
import { CopyLocks } from './copy-locks.js';
import { OriginFacts } from './origin.facts.js';

const DAY_MS = 24 * 60 * 60 * 1000;
/** Longest fetch of what is missing, while writers of the repository wait. */
const WRITERS_WAIT_MS = 10_000;

/** Brings the copy of a repository on a storage of this process up to its primary. */
@Injectable()
export class FollowPrimary {
  constructor(
    private readonly db: Database,
    private readonly repositoriesStore: RepositoriesStore,
    private readonly copiesStore: CopiesStore,
    private readonly storageMovesStore: StorageMovesStore,
    private readonly copyLocks: CopyLocks,
    private readonly writers: WriteLocks,
    private readonly failStorageMove: FailStorageMove,
    private readonly originFacts: OriginFacts,
    private readonly storages: Storages,
    private readonly freeSpace: FreeSpace,
    private readonly git: Git,
    private readonly jobs: Jobs,
  ) {}

  /**
   * Copies a repository that is to move to this storage, and has it handed over. Safe to repeat.
   * @throws WrongStorage when another process owns the storage, StorageFull
   */
  @Job(FollowPrimaryJob)
  async execute(
    { projectId, storage }: JobDataOf<typeof FollowPrimaryJob>,
    run: Pick<JobRun, 'attempt' | 'signal'>,
  ): Promise<void> {
    const move = await this.storageMovesStore.underWay(this.db, projectId, storage);
    if (move) await this.failStorageMove.orFail(move, run, () => this.move(move, run.signal));
  }

  private async move({ id, projectId, source, destination }: StorageMove, signal: AbortSignal): Promise<void> {
    await this.db.tx((tx) => this.storageMovesStore.start(tx, id));
    await this.follow(projectId, destination, { timeoutMs: DAY_MS, signal });
    await this.db.tx((tx) => this.jobs.add(tx, HandOverJob, { moveId: id }, { storage: source }));
  }

  /** Fetches what has changed since the copy was made. The primary may have stopped its writers meanwhile. @throws WrongStorage, GitTimeout */
  async catchUp(projectId: ProjectId, storage: string, signal: AbortSignal): Promise<void> {
    await this.follow(projectId, storage, { timeoutMs: WRITERS_WAIT_MS, signal });
    this.writers.enter(projectId);
  }

  private async follow(projectId: ProjectId, storage: string, times: CopyTimes): Promise<void> {
    const path = this.storages.pathOf(storage, projectId);
    await this.copyLocks.during(projectId, () => this.fetch(projectId, storage, path, times));
  }

  private async fetch(projectId: ProjectId, storage: string, path: RepositoryPath, times: CopyTimes): Promise<void> {
    const record = await this.repositoriesStore.find(this.db, projectId);
    // Once it was handed over, the copy is the repository.
    if (!record?.made || record.deleted || record.storage === storage) return;
    await this.git.repositories.ensure(path, FIRST_BRANCH);
    await this.freeSpace.require(path);
    const head = await this.git.fetchCopy(path, this.originFacts.of(projectId, record.storage), 'all', times);
    if (head !== null) await this.git.refsWriter.setHead(path, head);
    await this.db.tx((tx) => this.copiesStore.noteFollowed(tx, projectId, storage));
  }
}
