import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { WrongStorage, type ProjectId } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import { ProjectNotFound } from '@hearth/http';
import { CopyLocks } from '../copies/copy-locks.js';
import { Git } from '../git/git.js';
import { ORPHAN_MS } from '../git/process/orphans.js';
import type { RefName } from '../git/refs/ref-name.js';
import { RefsRefused } from '../git/writes/refs-writer.js';
import { NotCopied, RepositoryBusy } from '../refusals.js';
import type { RepositoryAt } from '../repositories/ensure-repository.js';
import { RepositoriesStore } from '../repositories/repositories.store.js';
import { StorageFence } from '../storages/storage-fence.js';
import { CopyPromise } from './copy-promise.js';
import {
  RefChangesStore,
  type OpenRefChange,
  type RefChange,
  type RefChangeOrigin,
  type RefMove,
} from './ref-changes.store.js';
import { Settlement } from './settlement.js';
import { movedChanges } from './settlement.rules.js';

/** Moves to make, the user, and the interface. */
export interface Attempt extends RefChangeOrigin {
  readonly moves: readonly RefMove[];
  /** Whether the caller has settled open changes under the same write lock; false by default. */
  readonly isSettled?: boolean;
}

/**
 * Journal of ref changes: written before git may move a ref, settled after it. Both happen under one write lock of the repository, so open rows
 * were left by a process that died or lost its database.
 */
@Injectable()
export class RefJournal {
  constructor(
    private readonly db: Database,
    private readonly repositoriesStore: RepositoriesStore,
    private readonly refChangesStore: RefChangesStore,
    private readonly fence: StorageFence,
    private readonly settlement: Settlement,
    private readonly copyPromise: CopyPromise,
    private readonly copyLocks: CopyLocks,
    private readonly git: Git,
  ) {}

  /**
   * Commits the intended moves. Open rows of other processes are settled first. A move whose ref is not at `from` is left out: git will refuse it,
   * and its ref may already be at the target, as if this change had moved it.
   * @throws ProjectNotFound when the project has been deleted; StorageInMaintenance; NoCopyReachable; WrongStorage or RepositoryBusy when the repository has another owner by now
   */
  async prepare(repository: RepositoryAt, attempt: Attempt): Promise<RefChange[]> {
    const { projectId, path } = repository;
    const { userId, via, options } = attempt;
    if (!attempt.isSettled) await this.settleOpen(repository);
    const refs = attempt.moves.map(({ ref }) => ref);
    const tips = await this.git.refs.tips(path, refs);
    const moves = attempt.moves.filter(({ from }, index) => tips[index] === from);
    return this.db.tx(async (tx) => {
      const record = await this.repositoriesStore.lock(tx, projectId);
      if (!record || record.deleted) throw ProjectNotFound();
      this.fence.require(record, path);
      this.fence.requireWritable(path);
      await this.copyPromise.require(tx, projectId);
      return this.refChangesStore.prepare(tx, { projectId, pushId: randomUUID(), userId, via, options, moves });
    });
  }

  /**
   * Moves all of these refs or none: prepares them, lets git move them and settles them. The caller holds the repository's write lock.
   * @returns the changes, in the order of the moves
   * @throws RefsRefused when git refuses, RepositoryBusy when another git has just moved one of them, ProjectNotFound
   */
  async move(repository: RepositoryAt, attempt: Attempt): Promise<RefChange[]> {
    const changes = await this.prepare(repository, attempt);
    if (changes.length < attempt.moves.length) {
      await this.settle(repository, changes, []);
      throw RepositoryBusy();
    }
    try {
      await this.git.refsWriter.move(repository.path, changes);
    } catch (error) {
      // Any other error leaves open whether they moved. The next writer or the sweep settles them by the refs.
      if (error instanceof RefsRefused) await this.settle(repository, changes, []);
      throw error;
    }
    await this.settle(repository, changes, changes);
    return changes;
  }

  /**
   * Closes prepared changes after git has ended: those of `moved` took place. Afterwards they may be acknowledged. A copy has them before they are
   * settled: one that has every settled change can take over.
   * @throws WrongStorage or RepositoryBusy when the repository has another owner by now; NotCopied when they stay open, until a copy has them or takes
   * over without them
   */
  async settle(
    repository: RepositoryAt,
    changes: readonly RefChange[],
    moved: readonly { readonly ref: RefName }[],
  ): Promise<void> {
    const { projectId, path } = repository;
    const refs = new Set(moved.map(({ ref }) => ref));
    const newest = changes.findLast(({ ref }) => refs.has(ref));
    if (newest && !(await this.copyPromise.keep(projectId, newest.sequence))) throw NotCopied();
    try {
      await this.settlement.settle({ projectId, path }, changes, refs);
    } catch (error) {
      // Refs have moved in what is a copy by now, perhaps after it had followed.
      if (error instanceof WrongStorage) await this.copyPromise.followAgain(projectId);
      throw error;
    }
  }

  /** Returns whether a change is prepared and not settled: its refs may have moved. */
  async hasOpen(projectId: ProjectId): Promise<boolean> {
    return (await this.refChangesStore.open(this.db, projectId)).length > 0;
  }

  /**
   * Settles open changes by reading the refs.
   * @param orphanMs time for which the git of a killed process may continue; shorter only when there is none
   * @throws as {@link settle}
   */
  async settleOpen(repository: RepositoryAt, orphanMs = ORPHAN_MS): Promise<void> {
    await this.copyLocks.fetched(repository.path);
    const open = await this.refChangesStore.open(this.db, repository.projectId);
    if (open.length === 0) return;
    await this.outlive(open, orphanMs);
    const refs = open.map(({ ref }) => ref);
    const moved = movedChanges(open, await this.git.refs.tips(repository.path, refs));
    await this.settle(repository, open, moved);
  }

  private async outlive(open: readonly OpenRefChange[], orphanMs: number): Promise<void> {
    const age = Math.min(...open.map(({ ageMs }) => ageMs));
    if (age < orphanMs) await pause(orphanMs - age);
  }
}
