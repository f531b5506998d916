import { Injectable } from '@nestjs/common';
import type { MergeMethod, ProjectId, UserId } from '@hearth/contract-kit';
import type { Db, Row, Tx } from '@hearth/data';
import type { Reference } from '@hearth/notes';
import { mergeConditions } from '../mergeability/conditions.finder.js';
import type { MergeStatus } from '../merge-requests/merge-request.rules.js';
import type { Candidate, MergeConditions } from '../mergeability/mergeability.rules.js';

/** Automatic merge when the pipeline of a commit succeeds. */
export interface AutoMerge {
  readonly userId: UserId;
  readonly sha: string;
  /** Null: the default message. */
  readonly message: string | null;
  /** Null: as the merge request says. */
  readonly squash: boolean | null;
  /** Null: the title. */
  readonly squashMessage: string | null;
  /** Base URL of the request; null without one. */
  readonly baseUrl: string | null;
}

/** Merge request with the facts that merging needs; read under its lock. */
export interface Mergeable {
  readonly id: number;
  readonly iid: number;
  readonly targetProjectId: ProjectId;
  readonly targetBranch: string;
  readonly sourceProjectId: ProjectId;
  readonly sourceBranch: string;
  readonly state: Candidate['state'];
  readonly title: string;
  readonly description: string | null;
  readonly authorId: UserId;
  readonly assigneeIds: readonly UserId[];
  /** Head of the newest version. */
  readonly headSha: string | null;
  readonly forceRemoveSourceBranch: boolean | null;
  readonly shouldRemoveSourceBranch: boolean | null;
  readonly mergeCommitSha: string | null;
  readonly mergedById: UserId | null;
  readonly squash: boolean;
  readonly autoMerge: AutoMerge | null;
}

/** Merge request as it is read without a lock. */
export interface FoundMergeable extends Mergeable, MergeConditions {
  /** Merge base of the newest version; null where its branches have none, or there is no version. */
  readonly baseSha: string | null;
}

/** User who merges. The token is checked again before a ref moves; null for an automatic merge, which outlives it. */
export interface Merger {
  readonly userId: UserId;
  readonly name: string;
  readonly email: string;
  readonly tokenId: number | null;
}

/** Running merge: all parts of its commit, so that each attempt to create it gets the same id. */
export interface Attempt {
  readonly mergeRequestId: number;
  readonly targetProjectId: ProjectId;
  readonly targetBranch: string;
  /** Starts at 1; incremented when the target branch has moved. */
  readonly attempt: number;
  readonly merger: Merger;
  readonly targetSha: string;
  readonly sourceSha: string;
  readonly message: string;
  readonly method: MergeMethod;
  /** Null: the commits of the source are merged. */
  readonly squash: {
    readonly message: string;
    readonly author: { readonly name: string; readonly email: string };
  } | null;
  readonly mergedAt: Date;
  /** Issues that it closes, if it goes into the default branch. */
  readonly closing: readonly Reference[];
}

const COLUMNS = `id, iid, target_project_id as "targetProjectId", target_branch as "targetBranch",
  source_project_id as "sourceProjectId", source_branch as "sourceBranch", state, title, description, author_id as "authorId",
  (select coalesce(json_agg(held.user_id order by held.user_id), '[]') from merge_request_assignments held
    where held.merge_request_id = merge_requests.id and held.role = 'assignee') as "assigneeIds", head_sha as "headSha", force_remove_source_branch as "forceRemoveSourceBranch",
  should_remove_source_branch as "shouldRemoveSourceBranch", merge_commit_sha as "mergeCommitSha", merged_by_id as "mergedById", merge_requests.squash,
  case when auto_merge_user_id is not null then json_build_object('userId', auto_merge_user_id, 'sha', auto_merge_sha,
    'message', auto_merge_options ->> 'message', 'baseUrl', auto_merge_options ->> 'baseUrl',
    'squash', auto_merge_options -> 'squash', 'squashMessage', auto_merge_options ->> 'squashMessage') end as "autoMerge"`;

const FOUND = `select ${COLUMNS}, (select v.base_sha from merge_request_versions v where v.id = latest_version_id) as "baseSha",
    ${mergeConditions('merge_requests')}
  from merge_requests`;
const FIND = `${FOUND} where target_project_id = $1 and iid = $2 and deleted_at is null`;
const BY_ID = `${FOUND} where id = $1 and deleted_at is null`;
/** Includes deleted ones: a running merge completes even then. */
const LOCK = `select ${COLUMNS} from merge_requests where id = $1 for no key update`;

/** The row of the attempt is locked after its merge request, as by all writers: one that another process has ended meanwhile is not found. */
const LOCK_ATTEMPT = `select ${COLUMNS} from merge_requests join merge_attempts on merge_request_id = id
  where id = $1 and attempt = $2 for no key update`;

const ATTEMPT = `select m.id as "mergeRequestId", m.target_project_id as "targetProjectId", m.target_branch as "targetBranch", a.attempt,
    a.merger, a.target_sha as "targetSha", a.source_sha as "sourceSha", a.message, a.method, a.squash,
    a.merged_at as "mergedAt", a.closing
  from merge_attempts a join merge_requests m on m.id = a.merge_request_id where m.id = $1`;

const START = `
  with locked as (update merge_requests set state = 'locked',
    should_remove_source_branch = coalesce($2::boolean, should_remove_source_branch) where id = $1)
  insert into merge_attempts (merge_request_id, merger, target_sha, source_sha, message, merged_at, remove_source_branch, by_wish,
    closing, method, squash)
  values ($1, $3, $4, $5, $6, $7, coalesce($2::boolean, false), $8, $9, $10, $11)`;

const MOVE_ON = `update merge_attempts set attempt = attempt + 1, target_sha = $2, merged_at = $3 where merge_request_id = $1`;

const NOTE = `insert into notes (project_id, merge_request_id, author_id, body, system) values ($1, $2, $3, $4, true)`;

/** The automatic merge stays stored after it has run. */
const MERGED = `
  with ended as (delete from merge_attempts where merge_request_id = $1),
  noted as (insert into notes (project_id, merge_request_id, author_id, body, system)
    select target_project_id, id, $3, 'merged', true from merge_requests where id = $1),
  changed as (insert into resource_events (merge_request_id, user_id, kind, state) values ($1, $3, 'state', 'merged'))
  update merge_requests set state = 'merged', merge_commit_sha = $2, squash_commit_sha = $4, merged_by_id = $3, merged_at = now(), merge_error = null,
    updated_at = now()
  where id = $1`;

const FAILED = `
  with ended as (delete from merge_attempts where merge_request_id = $1)
  update merge_requests set state = 'opened', merge_error = $2, updated_at = now() where id = $1`;

const SET_AUTO_MERGE = `
  update merge_requests set merge_when_pipeline_succeeds = true, auto_merge_user_id = $2, auto_merge_sha = $3,
    auto_merge_options = jsonb_build_object('message', $4::text, 'baseUrl', $6::text, 'squash', $7::boolean,
      'squashMessage', $8::text), auto_merge_at = now(),
    should_remove_source_branch = coalesce($5::boolean, should_remove_source_branch), updated_at = now()
  where id = $1`;

const CLEARED = `merge_when_pipeline_succeeds = false, auto_merge_user_id = null, auto_merge_sha = null, auto_merge_options = null,
  auto_merge_at = null, updated_at = now()`;

/** Locks in the order of ids, so that two of these statements do not deadlock. */
const CLEAR_AUTO_MERGES = (condition: string) => `
  update merge_requests set ${CLEARED} where id in (
    select id from merge_requests where ${condition} and state = 'opened' order by id for no key update)`;

const CONDITIONS = `select ${mergeConditions('merge_requests')} from merge_requests where id = $1`;
const HAS_AUTO_MERGE = `select from merge_requests where id = $1 and auto_merge_user_id is not null and state = 'opened'`;

const CHECKED = `update merge_requests set merge_status = $2, checked_source_sha = $3, checked_target_sha = $4
  where id = $1 and head_sha = $3 and state = 'opened'`;

const BROKEN = `update merge_requests set merge_status = $2, checked_source_sha = null, checked_target_sha = null
  where id = $1 and state = 'opened'`;

/** All SQL about merging: attempts, automatic merges and the end of a merge request. */
@Injectable()
export class MergesStore {
  async find(db: Db, projectId: ProjectId, iid: number): Promise<FoundMergeable | undefined> {
    const [row] = await db.prepared<FoundMergeable & Row>(FIND, [projectId, iid]);
    return row;
  }

  async byId(db: Db, id: number): Promise<FoundMergeable | undefined> {
    const [row] = await db.prepared<FoundMergeable & Row>(BY_ID, [id]);
    return row;
  }

  /** @returns the merge request, also a deleted one */
  async lock(tx: Tx, id: number): Promise<Mergeable | undefined> {
    const [row] = await tx.prepared<Mergeable & Row>(LOCK, [id]);
    return row;
  }

  /** @returns the merge request, also a deleted one; undefined where this attempt is no longer its running one */
  async lockAttempt(tx: Tx, { mergeRequestId, attempt }: Attempt): Promise<Mergeable | undefined> {
    const [row] = await tx.prepared<Mergeable & Row>(LOCK_ATTEMPT, [mergeRequestId, attempt]);
    return row;
  }

  async attempt(db: Db, id: number): Promise<Attempt | undefined> {
    const [row] = await db.prepared<Attempt & Row>(ATTEMPT, [id]);
    return row;
  }

  /** @param removeSourceBranch undefined: the present setting of the merge request */
  async start(
    tx: Tx,
    { mergeRequestId, merger, targetSha, sourceSha, message, mergedAt, closing, method, squash }: Attempt,
    { removeSourceBranch, byAutoMerge }: { removeSourceBranch: boolean | undefined; byAutoMerge: boolean },
  ): Promise<void> {
    const pinned = [JSON.stringify(merger), targetSha, sourceSha, message, mergedAt];
    await tx.prepared(START, [
      mergeRequestId,
      removeSourceBranch ?? null,
      ...pinned,
      byAutoMerge,
      JSON.stringify(closing),
      method,
      squash && JSON.stringify(squash),
    ]);
  }

  /** Starts the next attempt of a merge whose target branch has moved. */
  async moveOn(tx: Tx, id: number, targetSha: string, mergedAt: Date): Promise<void> {
    await tx.prepared(MOVE_ON, [id, targetSha, mergedAt]);
  }

  /** Sets it merged, with a system note and an event. @param commit null: merged by a push, or fast-forward */
  async setMerged(
    tx: Tx,
    id: number,
    { commit, squashCommit }: { readonly commit: string | null; readonly squashCommit: string | null },
    mergedById: UserId,
  ): Promise<void> {
    await tx.prepared(MERGED, [id, commit, mergedById, squashCommit]);
  }

  async setFailed(tx: Tx, id: number, reason: string): Promise<void> {
    await tx.prepared(FAILED, [id, reason]);
  }

  async setAutoMerge(tx: Tx, id: number, autoMerge: AutoMerge, removeSourceBranch: boolean | undefined): Promise<void> {
    await tx.prepared(SET_AUTO_MERGE, [
      id,
      autoMerge.userId,
      autoMerge.sha,
      autoMerge.message,
      removeSourceBranch ?? null,
      autoMerge.baseUrl,
      autoMerge.squash,
      autoMerge.squashMessage,
    ]);
  }

  async clearAutoMerge(tx: Tx, id: number): Promise<void> {
    await tx.prepared(`update merge_requests set ${CLEARED} where id = $1`, [id]);
  }

  /** Cancels the automatic merges of a source branch that has moved away from the commit. */
  async clearAutoMergesFor(tx: Tx, projectId: ProjectId, branch: string, sha: string): Promise<void> {
    const condition = 'source_project_id = $1 and source_branch = $2 and auto_merge_sha = $3 and deleted_at is null';
    await tx.prepared(CLEAR_AUTO_MERGES(condition), [projectId, branch, sha]);
  }

  async clearAutoMergesOf(tx: Tx, userId: number): Promise<void> {
    await tx.prepared(CLEAR_AUTO_MERGES('auto_merge_user_id = $1'), [userId]);
  }

  /** Whether a merge request has an automatic merge that has not begun. */
  async hasAutoMerge(db: Db, id: number): Promise<boolean> {
    return (await db.prepared(HAS_AUTO_MERGE, [id])).length > 0;
  }

  /** Reads the conditions of a merge request that exists; under its lock its notes and approvals cannot change any more. */
  async conditions(db: Db, id: number): Promise<MergeConditions> {
    const [row] = await db.prepared<MergeConditions & Row>(CONDITIONS, [id]);
    return row!;
  }

  /** Stores the result of a check, which holds for these tips. The record itself has not changed. */
  async setStatus(
    tx: Tx,
    id: number,
    status: MergeStatus,
    { source, target }: { source: string; target: string },
  ): Promise<void> {
    await tx.prepared(CHECKED, [id, status, source, target]);
  }

  /** Stores the result of a check of branches that do not exist. */
  async setBroken(tx: Tx, id: number, status: MergeStatus): Promise<void> {
    await tx.prepared(BROKEN, [id, status]);
  }

  /** Adds a system note to the merge request. */
  async note(tx: Tx, { id, targetProjectId }: Mergeable, userId: UserId, body: string): Promise<void> {
    await tx.prepared(NOTE, [targetProjectId, id, userId, body]);
  }
}
