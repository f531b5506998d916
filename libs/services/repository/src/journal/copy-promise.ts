import { Injectable } from '@nestjs/common';
import { Calls } from '@hearth/calls';
import type { ProjectId } from '@hearth/contract-kit';
import { Database, type Db } from '@hearth/data';
import { FollowPrimaryCommand } from '@hearth/repository-contracts';
import { CopiesStore } from '../copies/copies.store.js';
import { NoCopyReachable, NotCopied } from '../refusals.js';
import { CopySettings } from '../storages/copy-settings.js';

/** A lease that is renewed every five seconds. */
const SERVED_MS = 15_000;
/** Longest wait for a copy after the refs have moved. */
const PATIENCE_MS = 30_000;

/** With HEARTH_ACKNOWLEDGE=copy: an acknowledged change of refs is on two storages. */
@Injectable()
export class CopyPromise {
  constructor(
    private readonly db: Database,
    private readonly copiesStore: CopiesStore,
    private readonly settings: CopySettings,
    private readonly calls: Calls,
  ) {}

  /** Must be called before a ref or HEAD moves. @throws NoCopyReachable when the promise could not be kept */
  async require(db: Db, projectId: ProjectId): Promise<void> {
    if (this.settings.acknowledge === 'primary' || this.settings.withoutCopy === 'accept') return;
    const isServed = (await this.copiesStore.served(db, projectId, SERVED_MS)).length > 0;
    if (!isServed && !(await this.isAlone(db, projectId))) throw NoCopyReachable();
  }

  /** Makes all copies be compared with the repository once more: refs of one may have moved although they must not. */
  async followAgain(projectId: ProjectId): Promise<void> {
    await this.db.tx((tx) => this.copiesStore.diverge(tx, projectId));
  }

  /**
   * Waits until a copy has a change whose refs have moved, and everything before it. The caller holds the write lock.
   * @returns false when no copy has it in time
   */
  async keep(projectId: ProjectId, sequence: number): Promise<boolean> {
    if (this.settings.acknowledge === 'primary') return true;
    const storages = await this.copiesStore.served(this.db, projectId, SERVED_MS);
    const signal = AbortSignal.timeout(PATIENCE_MS);
    const followed = storages.map((storage) =>
      this.calls.command(FollowPrimaryCommand, { projectId, storage, sequence }, { signal }),
    );
    await Promise.any(followed).catch(() => undefined);
    const goesOn = this.settings.withoutCopy === 'accept' || (await this.isAlone(this.db, projectId));
    if (storages.length === 0 && goesOn) return true;
    // A copy that is not made yet answers too.
    return this.copiesStore.hasFollowed(this.db, projectId, sequence);
  }

  /** An admin has set that the repository is on one storage only. */
  private async isAlone(db: Db, projectId: ProjectId): Promise<boolean> {
    return (await this.copiesStore.wanted(db, projectId)) === 0;
  }

  /**
   * Waits until a copy has a change that is in no journal: of HEAD, or of a repository that was filled as a whole. The caller has made it, and holds
   * the write lock.
   * @returns the sequence of the change
   * @throws NotCopied when no copy has it in time
   */
  async keepUnjournalled(projectId: ProjectId): Promise<number> {
    const sequence = await this.copiesStore.nextSequence(this.db);
    if (!(await this.keep(projectId, sequence))) throw NotCopied();
    return sequence;
  }
}
