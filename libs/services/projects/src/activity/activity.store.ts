import { Injectable } from '@nestjs/common';
import type { ProjectId } from '@hearth/contract-kit';
import type { Tx } from '@hearth/data';
import type { ActivityKind, RecordedPush } from './activity.rules.js';

/** An activity to record: a user, a project, and what it was about. */
export interface NewActivity {
  readonly kind: Exclude<ActivityKind, 'push'>;
  readonly projectId: ProjectId;
  readonly authorId: number;
  readonly issueId?: number;
  readonly snippetId?: number;
  /** Note on an issue or a snippet. */
  readonly noteId?: number;
  readonly mergeRequestId?: number;
  /** Note on a merge request or a commit, which other services have. */
  readonly foreignNoteId?: number;
  readonly milestoneId?: number;
  /** Default: now. */
  readonly createdAt?: Date;
}

/** A push to record. */
export interface NewPush {
  readonly projectId: ProjectId;
  readonly authorId: number;
  /** Of the change in its repository: each is recorded once. */
  readonly sequence: number;
  readonly push: RecordedPush;
  readonly createdAt: string;
}

const INSERT = `insert into activity_events (kind, project_id, author_id, issue_id, snippet_id, note_id, merge_request_id, foreign_note_id,
    milestone_id, created_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, coalesce($10::timestamptz, now()))`;
const INSERT_PUSH = `insert into activity_events (kind, project_id, author_id, sequence, push, created_at)
  values ('push', $1, $2, $3, $4::jsonb, $5) on conflict (project_id, sequence) where kind = 'push' do nothing`;
const TRIM = `delete from activity_events where id in (
    select id from activity_events where created_at < now() - $1 * interval '1 day' order by created_at limit $2) returning 1`;
const DELETE_SOME = `delete from activity_events where id in (select id from activity_events where author_id = $1 limit $2) returning 1`;

/** Writes of activities. */
@Injectable()
export class ActivityStore {
  async append(tx: Tx, activity: NewActivity): Promise<void> {
    const { kind, projectId, authorId, issueId, snippetId, noteId, mergeRequestId, foreignNoteId } = activity;
    const targets = [issueId, snippetId, noteId, mergeRequestId, foreignNoteId, activity.milestoneId];
    await tx.prepared(INSERT, [
      ...[kind, projectId, authorId],
      ...targets.map((id) => id ?? null),
      activity.createdAt ?? null,
    ]);
  }

  /** Repeating it changes nothing. */
  async appendPush(tx: Tx, { projectId, authorId, sequence, push, createdAt }: NewPush): Promise<void> {
    await tx.prepared(INSERT_PUSH, [projectId, authorId, sequence, JSON.stringify(push), createdAt]);
  }

  /** Deletes up to `most` activities that are older. @returns how many */
  async trim(tx: Tx, days: number, most: number): Promise<number> {
    return (await tx.prepared(TRIM, [days, most])).length;
  }

  /** Deletes up to `most` activities of a user. @returns how many */
  async deleteSome(tx: Tx, authorId: number, most: number): Promise<number> {
    return (await tx.prepared(DELETE_SOME, [authorId, most])).length;
  }
}
