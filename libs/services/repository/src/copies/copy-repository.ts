import { Injectable } from '@nestjs/common';
import type { ProjectId } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import { Git } from '../git/git.js';
import type { RepositoryPath } from '../git/refs/paths.js';
import type { CopyOptions } from '../git/transport/copy-fetcher.js';
import type { CopyTimes, OriginOfCopy } from '../git/transport/fetch-copy.js';
import { FIRST_BRANCH, type RepositoryAt } from '../repositories/ensure-repository.js';
import { RepositoriesStore } from '../repositories/repositories.store.js';
import { FreeSpace } from '../storages/free-space.js';
import { Storages } from '../storages/storages.js';
import { CopiesStore } from './copies.store.js';
import { CopyLocks } from './copy-locks.js';
import { copyMetrics } from './copy-metrics.js';
import { OriginFacts } from './origin.facts.js';

/**
 * Result of bringing up a copy. `unwanted`: no copy is to be on the storage. `none`: no repository is made yet, or this copy or another one has become
 * the repository.
 */
export type CopyOutcome = 'copied' | 'unwanted' | 'none';

/** Brings the copy of a repository on a storage of this process up to the repository. */
@Injectable()
export class CopyRepository {
  constructor(
    private readonly db: Database,
    private readonly repositoriesStore: RepositoriesStore,
    private readonly copiesStore: CopiesStore,
    private readonly copyLocks: CopyLocks,
    private readonly originFacts: OriginFacts,
    private readonly storages: Storages,
    private readonly freeSpace: FreeSpace,
    private readonly git: Git,
  ) {}

  /**
   * Fetches all that has changed, and creates the copy where it is missing. Safe to repeat.
   * @param sequence a change whose refs have moved, and which is not settled yet
   * @throws WrongStorage when another process owns the storage, StorageFull, GitError, GitTimeout, or the reason of the signal
   */
  async execute(projectId: ProjectId, storage: string, times: CopyTimes, sequence = 0): Promise<CopyOutcome> {
    const path = this.storages.pathOf(storage, projectId);
    if (this.copyLocks.originOf(path) !== undefined) await this.endFormer(projectId, path);
    const options = { storage, times, sequence };
    return this.copyLocks.during(projectId, () =>
      this.copyLocks.fetching(path, (taken, from) => this.fetch({ projectId, path }, options, taken, from)),
    );
  }

  /** A fetch from a storage that the repository has left keeps the lock for as long as git waits for that storage. */
  private async endFormer(projectId: ProjectId, path: RepositoryPath): Promise<void> {
    const record = await this.repositoriesStore.find(this.db, projectId);
    if (record) this.copyLocks.endUnlessFrom(path, record.storage);
  }

  /**
   * @param taken aborted when this copy or another one has become the repository
   * @param from gets the storage of the repository
   */
  private async fetch(
    { projectId, path }: RepositoryAt,
    { storage, times, sequence }: { readonly storage: string; readonly times: CopyTimes; readonly sequence: number },
    taken: AbortSignal,
    from: (storage: string) => void,
  ): Promise<CopyOutcome> {
    const record = await this.repositoriesStore.find(this.db, projectId);
    // Once it was handed over, the copy is the repository.
    if (!record || record.deleted || record.storage === storage) return 'none';
    // A fork is finished when a copy has it.
    if (!record.made && sequence === 0) return 'none';
    const state = await this.copiesStore.state(this.db, projectId, storage);
    if (!state) return 'unwanted';
    from(record.storage);
    const startedAt = performance.now();
    if (state.isWrong) await this.git.repositories.trash(path, this.storages.trashOf(storage));
    await this.git.repositories.ensure(path, FIRST_BRANCH);
    await this.freeSpace.require(path);
    const origin = this.originFacts.of(projectId, record.storage);
    const options = { which: 'all', setsAside: state.isDiverged, ...times } as const;
    if (!(await this.fetchAll(path, origin, options, taken))) return 'none';
    await this.db.tx((tx) => this.copiesStore.noteFollowed(tx, projectId, storage, Math.max(state.wanted, sequence)));
    if (state.behindSeconds !== null)
      copyMetrics.lag.observe({ storage }, state.behindSeconds + (performance.now() - startedAt) / 1000);
    return 'copied';
  }

  /** @returns false when the fetch was ended by `taken` */
  private async fetchAll(
    path: RepositoryPath,
    origin: OriginOfCopy,
    options: CopyOptions,
    taken: AbortSignal,
  ): Promise<boolean> {
    const signal = options.signal ? AbortSignal.any([options.signal, taken]) : taken;
    try {
      const head = await this.git.fetchCopy(path, origin, { ...options, signal });
      if (head !== null) await this.git.refsWriter.setHead(path, head);
      return true;
    } catch (error) {
      if (taken.aborted) return false;
      throw error;
    }
  }
}
