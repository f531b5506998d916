import { Injectable } from '@nestjs/common';
import type { ProjectId } from '@hearth/contract-kit';
import type { Tx } from '@hearth/data';
import { ContributorsStore } from '../contributors/contributors.store.js';
import { CommitCommentsStore } from '../commit-comments/commit-comments.store.js';
import { RefChangesStore } from '../journal/ref-changes.store.js';
import { LfsLocksStore } from '../lfs-locks/lfs-locks.store.js';
import { LfsObjectsStore } from '../lfs/lfs-objects.store.js';
import { ProtectedBranchesStore } from '../protection/protected-branches.store.js';
import { ProtectedTagsStore } from '../protected-tags/protected-tags.store.js';
import { ReleasesStore } from '../releases/releases.store.js';

/** Rows deleted in one transaction. */
export const ROWS_AT_ONCE = 5_000;

/** Tables whose rows belong to one project each. */
@Injectable()
export class RepositoryRows {
  constructor(
    private readonly refChangesStore: RefChangesStore,
    private readonly protectedBranchesStore: ProtectedBranchesStore,
    private readonly protectedTagsStore: ProtectedTagsStore,
    private readonly releasesStore: ReleasesStore,
    private readonly contributorsStore: ContributorsStore,
    private readonly commitCommentsStore: CommitCommentsStore,
    private readonly lfsObjectsStore: LfsObjectsStore,
    private readonly lfsLocksStore: LfsLocksStore,
  ) {}

  /** Returns a function for each table that deletes some rows of the project and returns their number. */
  deletions(projectId: ProjectId): ((tx: Tx) => Promise<number>)[] {
    return [
      (tx) => this.refChangesStore.deleteSome(tx, projectId, ROWS_AT_ONCE),
      (tx) => this.protectedBranchesStore.deleteSome(tx, projectId, ROWS_AT_ONCE),
      (tx) => this.protectedTagsStore.deleteSome(tx, projectId, ROWS_AT_ONCE),
      (tx) => this.releasesStore.deleteSome(tx, projectId, ROWS_AT_ONCE),
      (tx) => this.contributorsStore.deleteSome(tx, projectId, ROWS_AT_ONCE),
      (tx) => this.contributorsStore.deleteCount(tx, projectId),
      (tx) => this.commitCommentsStore.deleteSome(tx, projectId, ROWS_AT_ONCE),
      (tx) => this.lfsObjectsStore.unlinkSome(tx, projectId, ROWS_AT_ONCE),
      (tx) => this.lfsObjectsStore.deleteTotal(tx, projectId),
      (tx) => this.lfsLocksStore.deleteSome(tx, projectId, ROWS_AT_ONCE),
    ];
  }
}
