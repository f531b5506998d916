import { Injectable } from '@nestjs/common';
import type { ProjectId } from '@hearth/contract-kit';
import type { Db, Row, Tx } from '@hearth/data';

/** Suggestion that was applied. */
export interface AppliedSuggestion {
  readonly noteId: number;
  /** Its place in the text of the note, from 0 on. */
  readonly place: number;
  /** `versionOf` that text: a changed text has other suggestions. */
  readonly textVersion: string;
}

/** Merge request that a note is on. */
export interface CommentedMergeRequest {
  readonly id: number;
  readonly iid: number;
  readonly projectId: ProjectId;
}

const APPLIED = `select note_id as "noteId", place, text_version as "textVersion" from applied_suggestions
  where note_id = any ($1::bigint[])`;
const ADD = `insert into applied_suggestions (note_id, place, text_version)
  select * from unnest($1::bigint[], $2::smallint[], $3::text[])
  on conflict (note_id, place) do update set text_version = excluded.text_version`;
const COMMENTED = `select m.id, m.iid, m.target_project_id as "projectId" from merge_requests m
  where m.deleted_at is null and m.id in (select n.merge_request_id from notes n where n.id = any ($1::bigint[]))`;

/** All SQL about suggestions. */
@Injectable()
export class SuggestionsStore {
  applied(db: Db, noteIds: readonly number[]): Promise<AppliedSuggestion[]> {
    return db.prepared<AppliedSuggestion & Row>(APPLIED, [noteIds]);
  }

  async add(tx: Tx, applied: readonly AppliedSuggestion[]): Promise<void> {
    const columns = [
      applied.map(({ noteId }) => noteId),
      applied.map(({ place }) => place),
      applied.map(({ textVersion }) => textVersion),
    ];
    await tx.prepared(ADD, columns);
  }

  /** Merge requests that notes are on. */
  commented(db: Db, noteIds: readonly number[]): Promise<CommentedMergeRequest[]> {
    return db.prepared<CommentedMergeRequest & Row>(COMMENTED, [noteIds]);
  }
}
