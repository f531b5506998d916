import { Injectable } from '@nestjs/common';
import type { ProjectId } from '@hearth/contract-kit';
import type { Tx } from '@hearth/data';
import { RefChangesStore } from '../journal/ref-changes.store.js';
import { ProtectedBranchesStore } from '../protection/protected-branches.store.js';

/** Rows that one transaction deletes. */
export const ROWS_AT_ONCE = 5_000;

/** The tables whose rows belong to one project each. */
@Injectable()
export class RepositoryRows {
  constructor(
    private readonly refChanges: RefChangesStore,
    private readonly protectedBranches: ProtectedBranchesStore,
  ) {}

  /** For each table: deletes some rows of the project and says how many went. */
  deletions(projectId: ProjectId): ((tx: Tx) => Promise<number>)[] {
    return [
      (tx) => this.refChanges.deleteSome(tx, projectId, ROWS_AT_ONCE),
      (tx) => this.protectedBranches.deleteSome(tx, projectId, ROWS_AT_ONCE),
    ];
  }
}
