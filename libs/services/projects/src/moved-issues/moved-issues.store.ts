import { Injectable } from '@nestjs/common';
import type { ProjectId, UserId } from '@hearth/contract-kit';
import type { Row, Tx } from '@hearth/data';
import { nextIid } from '../access/iids.finder.js';

/** Copy of an issue in another project. */
export interface CopiedIssue {
  readonly id: number;
  /** Its number in the project. */
  readonly iid: number;
  readonly projectId: ProjectId;
  /** With full references to records of the former project. */
  readonly description: string | null;
}

const NEXT_IID = nextIid('project_id', 'issue');

/**
 * SQL of a text whose short references (`#1`, `!2`) have the full path of the former project, and whose files its id.
 * @param path SQL of the path
 */
function withFullReferences(text: string, path: string): string {
  const file = '\\]\\(/uploads/([0-9a-f]{32}/)';
  const files = `regexp_replace(${text}, '${file}', '](/-/project/' || project_id || '/uploads/\\1', 'g')`;
  const reference = '(?<![[:alnum:]_/.&#!@-])([#!][1-9][0-9]{0,14})(?![[:alnum:]_])';
  return `regexp_replace(${files}, '${reference}', ${path}::text || '\\1', 'g')`;
}

const INSERT = `
  insert into issues (project_id, iid, author_id, title, description, state, milestone_id, confidential, discussion_locked,
    due_date, closed_at, closed_by_id, user_notes_count, upvotes, downvotes, time_estimate, time_spent, created_at)
  select $2, $3, author_id, title, ${withFullReferences('description', '$4')}, state, $5, confidential, discussion_locked,
    due_date, closed_at, closed_by_id, user_notes_count, upvotes, downvotes, time_estimate, time_spent, created_at
  from issues where id = $1
  returning id, iid, project_id as "projectId", description`;

/** SQL of the text of a note: what it names is of the former project, also a commit that a system note names. @param path SQL of the path */
function withFullNames(path: string): string {
  const full = withFullReferences('body', path);
  return `case when system then regexp_replace(${full}, ' commit ([0-9a-f]{8,40})$', ' commit ' || ${path}::text || '@\\1') else ${full} end`;
}

/**
 * The ids of the copies are in the order of the notes, so that both lists have the same order. Ids of discussions, which no two issues share, are
 * computed from those of the original, so that the notes of a discussion stay together.
 */
const COPY_NOTES = `
  with copies as materialized (
    select note_id, nextval(pg_get_serial_sequence('notes', 'id')) as copy_id
    from (select id as note_id from notes where issue_id = $1 order by id offset 0) ordered),
  copied as (
    insert into notes (id, project_id, issue_id, author_id, body, system, discussion_id, type, created_at, updated_at)
      overriding system value
    select copy_id, $3, $2, author_id, ${withFullNames('$4')}, system,
      left(encode(sha256(convert_to(concat_ws(' ', discussion_id, $2::bigint), 'utf8')), 'hex'), 40), type, created_at, updated_at
    from copies join notes on notes.id = note_id)
  insert into award_emoji (note_id, user_id, name, created_at, updated_at)
  select copy_id, user_id, name, created_at, updated_at from copies join award_emoji using (note_id)`;

const COPY_AWARDS = `
  insert into award_emoji (issue_id, user_id, name, created_at, updated_at)
  select $2, user_id, name, created_at, updated_at from award_emoji where issue_id = $1`;

const CLOSE = `
  update issues set moved_to_id = $2, state = 'closed', closed_at = coalesce(closed_at, now()),
    closed_by_id = case when state = 'closed' then closed_by_id else $3::bigint end, updated_at = now()
  where id = $1 and moved_to_id is null returning id`;

/** Copies of issues in other projects. */
@Injectable()
export class MovedIssuesStore {
  /** Number of the notes of an issue, system notes included, counted up to `most`. */
  async countNotes(tx: Tx, issueId: number, most: number): Promise<number> {
    const text = 'select count(*)::int as count from (select from notes where issue_id = $1 limit $2) counted';
    const [row] = await tx.prepared<{ count: number }>(text, [issueId, most]);
    return row!.count;
  }

  /**
   * Copies an issue with its notes and awards, without labels and assignees.
   * @param fullPath path of the former project
   */
  async copy(
    tx: Tx,
    issueId: number,
    { projectId, milestoneId, fullPath }: { projectId: ProjectId; milestoneId: number | null; fullPath: string },
  ): Promise<CopiedIssue> {
    const [counted] = await tx.prepared<{ last: number }>(NEXT_IID, [projectId]);
    const values = [issueId, projectId, counted!.last, fullPath, milestoneId];
    const [copied] = await tx.prepared<CopiedIssue & Row>(INSERT, values);
    await tx.prepared(COPY_NOTES, [issueId, copied!.id, projectId, fullPath]);
    await tx.prepared(COPY_AWARDS, [issueId, copied!.id]);
    return copied!;
  }

  /** Closes an issue that was copied. @returns whether it had not been moved before */
  async close(tx: Tx, issueId: number, movedToId: number, actorId: UserId): Promise<boolean> {
    return (await tx.prepared(CLOSE, [issueId, movedToId, actorId])).length > 0;
  }
}
