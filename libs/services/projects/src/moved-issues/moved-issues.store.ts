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
  readonly description: string | null;
}

export interface CopiedNote {
  readonly id: number;
  readonly body: string;
}

/** Notes whose texts are read together: each may be a megabyte. */
const AT_ONCE = 50;

const NEXT_IID = nextIid('project_id', 'issue');

/** SQL of a text whose files have the id of the former project. */
function withFiles(text: string): string {
  const file = '\\]\\(/uploads/([0-9a-f]{32}/)';
  return `regexp_replace(${text}, '${file}', '](/-/project/' || project_id || '/uploads/\\1', 'g')`;
}

const INSERT = `
  insert into issues (project_id, iid, author_id, title, description, state, milestone_id, confidential, discussion_locked,
    due_date, closed_at, closed_by_id, user_notes_count, upvotes, downvotes, time_estimate, time_spent, created_at)
  select $2, $3, author_id, title, ${withFiles('description')}, state, $4, confidential, discussion_locked,
    due_date, closed_at, closed_by_id, user_notes_count, upvotes, downvotes, time_estimate, time_spent, created_at
  from issues where id = $1
  returning id, iid, project_id as "projectId", description`;

/** SQL of the text of a note. What a system note names is of the former project. @param path SQL of the path */
function copiedBody(path: string): string {
  const reference = '(?<![[:alnum:]_/.&#!@-])([#!][1-9][0-9]{0,14})(?![[:alnum:]_])';
  const records = `regexp_replace(body, '${reference}', ${path}::text || '\\1', 'g')`;
  const commit = `regexp_replace(${records}, ' commit ([0-9a-f]{8,40})$', ' commit ' || ${path}::text || '@\\1')`;
  return `case when system then ${commit} else ${withFiles('body')} end`;
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
    select copy_id, $3, $2, author_id, ${copiedBody('$4')}, system,
      left(encode(sha256(convert_to(concat_ws(' ', discussion_id, $2::bigint), 'utf8')), 'hex'), 40), type, created_at, updated_at
    from copies join notes on notes.id = note_id)
  insert into award_emoji (note_id, user_id, name, created_at, updated_at)
  select copy_id, user_id, name, created_at, updated_at from copies join award_emoji using (note_id)`;

const REFERENCING = `
  select id, body from notes where issue_id = $1 and id > $2 and not system and body ~ '[#!][1-9]' order by id limit ${AT_ONCE}`;

const SET_BODIES = `
  update notes set body = given.body from unnest($1::bigint[], $2::text[]) as given (id, body) where notes.id = given.id`;

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
    const values = [issueId, projectId, counted!.last, milestoneId];
    const [copied] = await tx.prepared<CopiedIssue & Row>(INSERT, values);
    await tx.prepared(COPY_NOTES, [issueId, copied!.id, projectId, fullPath]);
    await tx.prepared(COPY_AWARDS, [issueId, copied!.id]);
    return copied!;
  }

  async setDescription(tx: Tx, { id, description }: CopiedIssue): Promise<void> {
    await tx.prepared('update issues set description = $2 where id = $1', [id, description]);
  }

  /** Returns some notes of an issue that may have references, in the order of their ids: those after an id. */
  referencing(tx: Tx, issueId: number, after: number): Promise<CopiedNote[]> {
    return tx.prepared<CopiedNote & Row>(REFERENCING, [issueId, after]);
  }

  async setBodies(tx: Tx, notes: readonly CopiedNote[]): Promise<void> {
    await tx.prepared(SET_BODIES, [notes.map(({ id }) => id), notes.map(({ body }) => body)]);
  }

  /** Closes an issue that was copied. @returns whether it had not been moved before */
  async close(tx: Tx, issueId: number, movedToId: number, actorId: UserId): Promise<boolean> {
    return (await tx.prepared(CLOSE, [issueId, movedToId, actorId])).length > 0;
  }
}
