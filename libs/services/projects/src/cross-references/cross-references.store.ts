import { Injectable } from '@nestjs/common';
import type { Tx } from '@hearth/data';

const MENTION =
  'insert into cross_references (issue_id, source) values ($1, $2) on conflict do nothing returning issue_id';
const CLOSE = `insert into cross_references (issue_id, source, closed) values ($1, $2, true)
  on conflict (issue_id, source) do update set closed = true where not cross_references.closed returning issue_id`;

/** Sources that have mentioned or closed each issue. */
@Injectable()
export class CrossReferencesStore {
  /** @returns whether this is the source's first mention of the issue */
  async mention(tx: Tx, issueId: number, source: string): Promise<boolean> {
    return (await tx.prepared(MENTION, [issueId, source])).length > 0;
  }

  /** @returns whether the source had not closed the issue before */
  async close(tx: Tx, issueId: number, source: string): Promise<boolean> {
    return (await tx.prepared(CLOSE, [issueId, source])).length > 0;
  }
}
