import { Injectable } from '@nestjs/common';
import type { Db, Row, Tx } from '@hearth/data';

/** Relation between two issues. */
export interface IssueLink {
  readonly id: number;
  readonly sourceId: number;
  readonly targetId: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

const COLUMNS =
  'id, source_id as "sourceId", target_id as "targetId", created_at as "createdAt", updated_at as "updatedAt"';
const OF_ISSUE = '(source_id = $1 or target_id = $1)';

const LIST = `
  select * from (
    (select ${COLUMNS} from issue_links where source_id = $1 order by id limit $2)
    union all (select ${COLUMNS} from issue_links where target_id = $1 order by id limit $2)) links
  order by id limit $2`;

const INSERT = `
  insert into issue_links (source_id, target_id) values ($1, $2) on conflict do nothing returning ${COLUMNS}`;

/** Links of issues. */
@Injectable()
export class IssueLinksStore {
  /** Links of an issue, the oldest first. */
  list(db: Db, issueId: number, most: number): Promise<IssueLink[]> {
    return db.prepared<IssueLink & Row>(LIST, [issueId, most]);
  }

  async find(db: Db, issueId: number, id: number): Promise<IssueLink | undefined> {
    const [link] = await db.prepared<IssueLink & Row>(
      `select ${COLUMNS} from issue_links where id = $2 and ${OF_ISSUE}`,
      [issueId, id],
    );
    return link;
  }

  /** Numbers of the links of issues, which the caller has locked. @returns the largest of them */
  async mostOf(tx: Tx, issueIds: readonly number[]): Promise<number> {
    const [row] = await tx.prepared<{ most: number }>(
      `select coalesce(max(held.count), 0)::int as most from unnest($1::bigint[]) as issue (id)
       cross join lateral (select count(*) as count from issue_links
         where source_id = issue.id or target_id = issue.id) held`,
      [issueIds],
    );
    return row!.most;
  }

  /** @returns undefined where the issues are linked already */
  async insert(tx: Tx, sourceId: number, targetId: number): Promise<IssueLink | undefined> {
    const [link] = await tx.prepared<IssueLink & Row>(INSERT, [sourceId, targetId]);
    return link;
  }

  /** @returns whether there was one */
  async delete(tx: Tx, issueId: number, id: number): Promise<boolean> {
    const text = `delete from issue_links where id = $2 and ${OF_ISSUE} returning id`;
    return (await tx.prepared(text, [issueId, id])).length > 0;
  }
}
