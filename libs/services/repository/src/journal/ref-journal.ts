import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { Database } from '@hearth/data';
import { ProjectNotFound } from '@hearth/http';
import { Git } from '../git/git.js';
import { ORPHAN_MS } from '../git/process/orphans.js';
import type { RefName } from '../git/refs/ref-name.js';
import { RefsRefused } from '../git/writes/refs-writer.js';
import { RepositoryBusy } from '../refusals.js';
import type { RepositoryAt } from '../repositories/ensure-repository.js';
import { RepositoriesStore } from '../repositories/repositories.store.js';
import {
  RefChangesStore,
  type OpenRefChange,
  type RefChange,
  type RefChangeOrigin,
  type RefMove,
} from './ref-changes.store.js';
import { Settlement } from './settlement.js';
import { movedChanges } from './settlement.rules.js';

/** Who moves refs, how, and which. */
export interface Attempt extends RefChangeOrigin {
  readonly moves: readonly RefMove[];
}

/**
 * The journal of ref changes: written before git may move a ref, settled after it. Both happen within one turn of the repository's
 * writer, so whatever is found open was left behind by a process that died or lost its database.
 */
@Injectable()
export class RefJournal {
  constructor(
    private readonly db: Database,
    private readonly repositoriesStore: RepositoriesStore,
    private readonly refChangesStore: RefChangesStore,
    private readonly settlement: Settlement,
    private readonly git: Git,
  ) {}

  /**
   * Commits what is about to move. What others left open is settled first. A move from where its ref is not is left out: git will refuse
   * it, and its ref may stand at the target already, as if it had moved.
   * @throws ProjectNotFound when the project has been deleted
   */
  async prepare(repository: RepositoryAt, attempt: Attempt): Promise<RefChange[]> {
    const { projectId, path } = repository;
    const { userId, via } = attempt;
    await this.settleOpen(repository);
    const refs = attempt.moves.map(({ ref }) => ref);
    const tips = await this.git.refs.tips(path, refs);
    const moves = attempt.moves.filter(({ from }, index) => tips[index] === from);
    return this.db.tx(async (tx) => {
      const record = await this.repositoriesStore.lock(tx, projectId);
      if (!record || record.deleted) throw ProjectNotFound();
      return this.refChangesStore.prepare(tx, { projectId, pushId: randomUUID(), userId, via, moves });
    });
  }

  /**
   * Moves all of these refs or none: prepares them, lets git move them and settles them. The caller has the repository's turn.
   * @throws RefsRefused when git refuses, RepositoryBusy when another git has just moved one of them, ProjectNotFound
   */
  async move(repository: RepositoryAt, attempt: Attempt): Promise<void> {
    const changes = await this.prepare(repository, attempt);
    if (changes.length < attempt.moves.length) {
      await this.settle(repository, changes, []);
      throw RepositoryBusy();
    }
    try {
      await this.git.refsWriter.move(repository.path, changes);
    } catch (error) {
      // Any other error leaves open whether they moved: the next writer, or the sweep, settles them by the refs.
      if (error instanceof RefsRefused) await this.settle(repository, changes, []);
      throw error;
    }
    await this.settle(repository, changes, changes);
  }

  /** Closes prepared changes once git is done: those of `moved` have taken place. */
  settle(
    repository: RepositoryAt,
    changes: readonly RefChange[],
    moved: readonly { readonly ref: RefName }[],
  ): Promise<void> {
    return this.settlement.settle(repository, changes, new Set(moved.map(({ ref }) => ref)));
  }

  /**
   * Settles what is open by looking at the refs.
   * @param orphanMs how long a killed process' git may go on; shorter only where there is none
   */
  async settleOpen(repository: RepositoryAt, orphanMs = ORPHAN_MS): Promise<void> {
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
