import { Injectable } from '@nestjs/common';
import type { ProjectId } from '@hearth/contract-kit';
import type { Db, IdRange, Row, Tx } from '@hearth/data';

/**
 * Condition that jobs of a pipeline `older` may be canceled for a newer one: by default nothing of it has run but jobs that are interruptible.
 * Before the first job has begun, every pipeline may.
 */
const INTERRUPTIBLE = `older.status in ('created', 'pending', 'running', 'scheduled', 'waiting_for_resource')
    and (older.cancel_on_new_commit = 'interruptible' or older.cancel_on_new_commit = 'conservative' and (
    older.status in ('created', 'pending') or not exists (
    select from jobs begun where begun.pipeline_id = older.id and begun.started_at is not null
      and not coalesce((begun.options -> 'interruptible')::boolean, false))))`;

/** Pushes are ordered by their sequence in the repository, other pipelines by their time. */
const REPLACED = `
  select older.id, older.project_id as "projectId" from pipelines older
  cross join lateral (
    select sha, push_sequence, pushed_at from pipelines
    where project_id = $1 and ref = $2 and push_sequence is not null and not tag order by push_sequence desc limit 1) newest
  where older.project_id = $1 and older.ref = $2 and not older.tag and older.source <> 'parent_pipeline' and ${INTERRUPTIBLE}
    and older.sha <> newest.sha and older.id > $3
    and coalesce(older.push_sequence < newest.push_sequence, older.created_at < newest.pushed_at)
  order by older.id limit $4`;

/** Pipelines of other heads than the newest pipeline of their merge request; in the source project or the target project. */
const REPLACED_OF_MERGE_REQUEST = `
  select older.id, older.project_id as "projectId" from pipelines older
  cross join lateral (
    select id, sha from pipelines where merge_request_id = $1 order by id desc limit 1) newest
  where older.merge_request_id = $1 and older.id < newest.id and older.sha <> newest.sha
    and older.source <> 'parent_pipeline' and ${INTERRUPTIBLE}
    and older.id > $2
  order by older.id limit $3`;

/** Pipeline that a newer one has replaced. */
export interface ReplacedPipeline {
  readonly id: number;
  readonly projectId: ProjectId;
}

/** Pipelines that a newer one has replaced. */
@Injectable()
export class ReplacedPipelinesStore {
  /** Returns whether a newer pipeline may still cancel this one, which the transaction has locked. */
  async isInterruptible(tx: Tx, id: number): Promise<boolean> {
    return (await tx.prepared(`select from pipelines older where older.id = $1 and ${INTERRUPTIBLE}`, [id])).length > 0;
  }

  /** Returns the waiting and interruptible pipelines of a branch that a newer push has replaced: at most `limit` after an id. */
  async replaced(db: Db, projectId: ProjectId, branch: string, { after, limit }: IdRange): Promise<ReplacedPipeline[]> {
    return db.prepared<ReplacedPipeline & Row>(REPLACED, [projectId, branch, after, limit]);
  }

  /** Returns the waiting and interruptible pipelines of a merge request that a newer head has replaced: at most `limit` after an id. */
  async replacedOf(db: Db, mergeRequestId: number, { after, limit }: IdRange): Promise<ReplacedPipeline[]> {
    return db.prepared<ReplacedPipeline & Row>(REPLACED_OF_MERGE_REQUEST, [mergeRequestId, after, limit]);
  }
}
