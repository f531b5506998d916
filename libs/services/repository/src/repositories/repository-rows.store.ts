import { Injectable } from '@nestjs/common';
import type { ProjectId } from '@hearth/contract-kit';
import type { Tx } from '@hearth/data';
import { ContributorsStore } from '../contributors/contributors.store.js';
import { LfsObjectsStore } from '../lfs/lfs-objects.store.js';

/** Rows deleted in one transaction. */
export const ROWS_AT_ONCE = 5_000;

/** Tables whose rows belong to one project each, with a column that identifies a row within it. */
const TABLES = {
  ref_changes: 'id',
  protected_branches: 'id',
  protected_tags: 'id',
  releases: 'id',
  contributors: 'email',
  commit_comments: 'id',
  lfs_locks: 'id',
};

/** Deletions of all rows of a project. */
@Injectable()
export class RepositoryRowsStore {
  constructor(
    private readonly contributorsStore: ContributorsStore,
    private readonly lfsObjectsStore: LfsObjectsStore,
  ) {}

  /** Returns a function for each table that deletes some rows of the project and returns their number. */
  deletions(projectId: ProjectId): ((tx: Tx) => Promise<number>)[] {
    return [
      ...Object.entries(TABLES).map(
        ([table, key]) =>
          (tx: Tx) =>
            deleteSome(tx, table, key, projectId),
      ),
      (tx) => this.contributorsStore.deleteCount(tx, projectId),
      (tx) => this.lfsObjectsStore.unlinkSome(tx, projectId, ROWS_AT_ONCE),
      (tx) => this.lfsObjectsStore.deleteTotal(tx, projectId),
    ];
  }
}

async function deleteSome(tx: Tx, table: string, key: string, projectId: ProjectId): Promise<number> {
  const rows = await tx.prepared(
    `delete from ${table} where project_id = $1 and ${key} in (select ${key} from ${table} where project_id = $1 limit $2)
     returning project_id`,
    [projectId, ROWS_AT_ONCE],
  );
  return rows.length;
}
