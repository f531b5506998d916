import { Injectable } from '@nestjs/common';
import type { Db, Row, Tx } from '@hearth/data';
import type { MergeRequestBranches } from '../merge-requests/merge-requests.store.js';
import { IS_REBASING } from './rebasing.finder.js';

const REQUESTED = `select m.source_project_id as "sourceProjectId", m.source_branch as "sourceBranch",
    m.target_project_id as "targetProjectId", m.target_branch as "targetBranch", m.rebase_requested_at as "requestedAt"
  from merge_requests m
  where m.id = $1 and m.state = 'opened' and m.deleted_at is null and m.rebase_requested_at is not null`;
const REQUEST = `update merge_requests m set rebase_requested_at = now(), merge_error = null
  where m.id = $1 and not ${IS_REBASING} returning m.id`;
const FINISH = `update merge_requests set rebase_requested_at = null, merge_error = $3
  where id = $1 and rebase_requested_at = $2`;

/** Requested rebase of an open merge request. */
export interface RequestedRebase extends MergeRequestBranches {
  readonly requestedAt: Date;
}

/** All SQL about rebases. */
@Injectable()
export class RebasesStore {
  /** @returns undefined where none is requested, or the merge request is not open */
  async requested(db: Db, id: number): Promise<RequestedRebase | undefined> {
    const [row] = await db.prepared<RequestedRebase & Row>(REQUESTED, [id]);
    return row;
  }

  /** @returns false while another rebase of the merge request runs */
  async request(tx: Tx, id: number): Promise<boolean> {
    return (await tx.prepared(REQUEST, [id])).length > 0;
  }

  /** Ends this rebase, but not one that was requested since. @param error reason of the failure; null: the branch is rebased */
  async finish(tx: Tx, id: number, requestedAt: Date, error: string | null): Promise<void> {
    await tx.prepared(FINISH, [id, requestedAt, error]);
  }
}
