import { Injectable } from '@nestjs/common';
import type { ProjectId } from '@hearth/contract-kit';
import type { Db, Tx } from '@hearth/data';

const MENTION =
  'insert into cross_references (issue_id, source) values ($1, $2) on conflict do nothing returning issue_id';
const CLOSE = `insert into cross_references (issue_id, source, closed) values ($1, $2, true)
  on conflict (issue_id, source) do update set closed = true where not cross_references.closed returning issue_id`;

/** The key of a source is as in `sourceKey`. */
const MERGE_REQUESTS = `select split_part(source, ' ', 2)::bigint as "projectId", split_part(source, ' ', 3)::bigint as iid
  from cross_references where issue_id = $1 and source like 'merge\\_request %' order by 1, 2 limit $2`;

/** Sources that have mentioned or closed each issue. */
@Injectable()
export class CrossReferencesStore {
  /** @returns whether this is the source's first mention of the issue */
  async mention(tx: Tx, issueId: number, source: string): Promise<boolean> {
    return (await tx.prepared(MENTION, [issueId, source])).length > 0;
  }

  /** Merge requests that have mentioned or closed an issue, by project and number. */
  mergeRequests(db: Db, issueId: number, most: number): Promise<{ projectId: ProjectId; iid: number }[]> {
    return db.prepared<{ projectId: ProjectId; iid: number }>(MERGE_REQUESTS, [issueId, most]);
  }

  /** @returns whether the source had not closed the issue before */
  async close(tx: Tx, issueId: number, source: string): Promise<boolean> {
    return (await tx.prepared(CLOSE, [issueId, source])).length > 0;
  }
}
