import { Injectable } from '@nestjs/common';
import type { ProjectId } from '@hearth/contract-kit';
import type { Db, Row } from '@hearth/data';
import {
  MERGE_REQUEST_COLUMNS,
  MERGE_REQUEST_SOURCES,
  type MergeRequestRecord,
} from '../merge-requests/merge-requests.store.js';

const BY_NUMBERS = `select ${MERGE_REQUEST_COLUMNS} from ${MERGE_REQUEST_SOURCES}
  where (m.target_project_id, m.iid) in (select * from unnest($1::bigint[], $2::bigint[])) and m.deleted_at is null
  order by m.iid, m.id`;

/** SQL of the merge requests that have to do with an issue. */
@Injectable()
export class IssueMergeRequestsStore {
  /** Merge requests by project and number, in the order of their numbers; unknown ones are left out. */
  byNumbers(
    db: Db,
    references: readonly { readonly projectId: ProjectId; readonly iid: number }[],
  ): Promise<MergeRequestRecord[]> {
    return db.prepared<MergeRequestRecord & Row>(BY_NUMBERS, [
      references.map(({ projectId }) => projectId),
      references.map(({ iid }) => iid),
    ]);
  }
}
