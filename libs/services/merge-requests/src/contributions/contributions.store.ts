import { Injectable } from '@nestjs/common';
import type { ProjectId } from '@hearth/contract-kit';
import type { Db, Tx } from '@hearth/data';

/** Statement that changes up to $2 rows of $1, and returns a row for each: it is repeated until it returns fewer. */
type Step = string;

const AUTO_MERGE_CLEARED = `merge_when_pipeline_succeeds = false, auto_merge_user_id = null, auto_merge_sha = null,
  auto_merge_options = null, auto_merge_at = null`;

/** The next rows of a table, locked in one order. */
function some(table: string, condition: string): string {
  return `(select id from ${table} where ${condition} order by id limit $2 for no key update)`;
}

/** Deletes the next rows of a table of relations between users and merge requests. */
function deleteSome(table: string): Step {
  return `delete from ${table} where ctid = any (array(select ctid from ${table} where user_id = $1 limit $2)) returning 1`;
}

/** Removes a user from the next rules of a table of approval rules. */
function leaveRules(table: string): Step {
  return `update ${table} set user_ids = array_remove(user_ids, $1::bigint)
   where id in ${some(table, 'user_ids @> array[$1::bigint]')} returning id`;
}

/** Automatic merges, assignments, approvals, awards, mentions, subscriptions, viewed files and draft notes are deleted with the user. */
const LEAVE: readonly Step[] = [
  `update merge_requests set ${AUTO_MERGE_CLEARED} where id in ${some('merge_requests', 'auto_merge_user_id = $1')} returning id`,
  deleteSome('merge_request_assignments'),
  deleteSome('merge_request_approvals'),
  leaveRules('regular_approval_rules'),
  leaveRules('merge_request_approval_rules'),
  `with gone as (delete from award_emoji where id in ${some('award_emoji', 'user_id = $1')} returning id, merge_request_id, name),
     voted as (update merge_requests m set upvotes = upvotes - counted.up, downvotes = downvotes - counted.down from (
       select merge_request_id, count(*) filter (where name = 'thumbsup') as up, count(*) filter (where name = 'thumbsdown') as down
       from gone where merge_request_id is not null group by merge_request_id) counted
     where m.id = counted.merge_request_id)
   select id from gone`,
  deleteSome('merge_request_mentions'),
  deleteSome('merge_request_subscriptions'),
  deleteSome('merge_request_viewed_files'),
  `delete from draft_notes where id in ${some('draft_notes', 'author_id = $1')} returning id`,
];

/** Hands the end of merge requests, the resolution of notes and the changes of fields over to the ghost. */
const handOverEnd = (column: string): Step =>
  `update merge_requests set ${column} = $3 where id in ${some('merge_requests', `${column} = $1`)} returning id`;
const ENDED_BY: readonly Step[] = [
  handOverEnd('merged_by_id'),
  handOverEnd('closed_by_id'),
  `update notes set resolved_by_id = $3 where id in ${some('notes', 'resolved_by_id = $1')} returning id`,
  `update resource_events set user_id = $3 where id in ${some('resource_events', 'user_id = $1')} returning id`,
];

/** $3 is the ghost, who has each emoji only once, however many of the deleted users awarded it: the remaining awards are deleted with the user. */
const HAND_OVER: readonly Step[] = [
  `update merge_requests set author_id = $3 where id in ${some('merge_requests', 'author_id = $1')} returning id`,
  `update notes set author_id = $3 where id in ${some('notes', 'author_id = $1')} returning id`,
  `update award_emoji a set user_id = $3 where a.id in (
     select mine.id from award_emoji mine where mine.user_id = $1 and not exists (
       select from award_emoji other where other.user_id = $3 and other.name = mine.name
         and other.merge_request_id is not distinct from mine.merge_request_id
         and other.note_id is not distinct from mine.note_id)
     order by mine.id limit $2 for no key update) returning a.id`,
  ...ENDED_BY,
];

const DELETE: readonly Step[] = [
  `delete from merge_requests where id in ${some('merge_requests', 'author_id = $1')} returning id`,
  `with gone as (delete from notes where id in ${some('notes', 'author_id = $1')} returning id, merge_request_id, system),
     counted as (update merge_requests m set user_notes_count = user_notes_count - written.notes from (
       select merge_request_id, count(*) as notes from gone where not system group by merge_request_id) written
     where m.id = written.merge_request_id)
   select id from gone`,
];

/** Versions, notes and the other dependent rows are deleted with them. */
const OF_PROJECT: Step = `delete from merge_requests where id in ${some('merge_requests', 'target_project_id = $1')} returning id`;
const AUTO_MERGES_FROM: Step = `update merge_requests set ${AUTO_MERGE_CLEARED}
  where id in ${some('merge_requests', 'source_project_id = $1 and auto_merge_user_id is not null')} returning id`;

const ASSIGNED = `
  select distinct project_id as "projectId", user_id as "userId" from merge_request_assignments
  where (project_id, user_id) > ($1, $2) and ($3::bigint is null or project_id = $3) and ($4::bigint is null or user_id = $4)
  order by 1, 2 limit $5`;
/** Locks the merge requests first, as the endpoints do that assign. */
const UNASSIGN = `
  with locked as (
    select m.id from merge_requests m
    where m.id in (select merge_request_id from merge_request_assignments where user_id = $1 and project_id = $2)
    order by m.id for no key update),
  gone as (delete from merge_request_assignments a using locked where a.merge_request_id = locked.id and a.user_id = $1)
  update merge_requests set updated_at = now() where id in (select id from locked)`;

const OPEN_INTO_OTHERS = `
  select id from merge_requests where source_project_id = $1 and target_project_id <> $1 and state = 'opened' and deleted_at is null
  order by id limit $2`;

/** Assignment of a user to merge requests of a project. */
export interface Assigned {
  readonly projectId: ProjectId;
  readonly userId: number;
}

/** Data of deleted users and projects in merge requests. */
@Injectable()
export class ContributionsStore {
  /** Steps that make the ghost the author of a user's contributions. */
  static readonly handOver: readonly Step[] = [...HAND_OVER, ...LEAVE];
  /** Steps that delete a user's contributions. */
  static readonly delete: readonly Step[] = [...DELETE, ...ENDED_BY, ...LEAVE];
  /** Steps that delete the merge requests into a project, and cancel the automatic merges of those from it. */
  static readonly project: readonly Step[] = [OF_PROJECT, AUTO_MERGES_FROM];

  /** @returns number of rows that the step has changed */
  async run(tx: Tx, step: Step, id: number, limit: number, ghostId?: number): Promise<number> {
    const values = step.includes('$3') ? [id, limit, ghostId] : [id, limit];
    return (await tx.prepared(step, values)).length;
  }

  /** Deletes the counter and the copies of a deleted project. Project ids are never reused, so its numbers are not either. */
  async forgetProject(tx: Tx, projectId: ProjectId): Promise<void> {
    await tx.prepared('delete from iid_counters where project_id = $1', [projectId]);
    await tx.prepared('delete from known_projects where id = $1', [projectId]);
    await tx.prepared('delete from approval_settings where project_id = $1', [projectId]);
    await tx.prepared('delete from approval_rules where project_id = $1', [projectId]);
    await tx.prepared('delete from regular_approval_rules where project_id = $1', [projectId]);
    await tx.prepared('delete from known_branches where project_id = $1', [projectId]);
  }

  /** The next assignees and reviewers after one, in all projects or one, of all users or one. */
  assigned(
    db: Db,
    after: Assigned | undefined,
    { projectId, userId }: { projectId: ProjectId | null; userId: number | null },
    limit: number,
  ): Promise<Assigned[]> {
    return db.prepared<{ projectId: ProjectId; userId: number }>(ASSIGNED, [
      ...[after?.projectId ?? 0, after?.userId ?? 0, projectId, userId, limit],
    ]);
  }

  /** The next open merge requests from a project into others. */
  async openIntoOthers(db: Db, projectId: ProjectId, limit: number): Promise<number[]> {
    const rows = await db.prepared<{ id: number }>(OPEN_INTO_OTHERS, [projectId, limit]);
    return rows.map(({ id }) => id);
  }

  async unassign(tx: Tx, { projectId, userId }: Assigned): Promise<void> {
    await tx.prepared(UNASSIGN, [userId, projectId]);
  }
}
