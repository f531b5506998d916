import { Injectable } from '@nestjs/common';
import type { UserId } from '@hearth/contract-kit';
import type { Db, Row, Tx } from '@hearth/data';
import { COUNT_LIMIT, readPage, type Page, type PageRequest } from '@hearth/http';
import type { LocatedLine } from '../reviews/line.rules.js';
import { MOST_DRAFTS, type DraftNote } from './draft-note.rules.js';

/** Author and merge request of draft notes. */
export interface DraftsOf {
  readonly mergeRequestId: number;
  readonly authorId: UserId;
}

/** A draft note to insert. */
export interface NewDraftNote extends DraftsOf {
  readonly body: string;
  readonly discussionId: string | null;
  readonly resolvesDiscussion: boolean;
  readonly line: LocatedLine | null;
}

const COLUMNS = `d.id, d.merge_request_id as "mergeRequestId", d.author_id as "authorId", d.body, d.discussion_id as "discussionId",
  d.resolve_discussion as "resolvesDiscussion", d.position, d.line_code as "lineCode", d.updated_at as "updatedAt"`;
const OF = 'from draft_notes d where d.merge_request_id = $1 and d.author_id = $2';
const ALL = `select ${COLUMNS} ${OF} order by d.id limit ${MOST_DRAFTS}`;
const PAGE = `select ${COLUMNS}, (select count(*)::int from (select ${OF} limit ${COUNT_LIMIT + 1}) counted) as total
  ${OF} order by d.id limit $3 offset $4`;
const COUNT = `select count(*)::int as count from (select ${OF} limit $3) counted`;
const ONE = `select ${COLUMNS} ${OF} and d.id = $3`;
const INSERT = `insert into draft_notes as d (merge_request_id, author_id, body, discussion_id, resolve_discussion, position, line_code)
  select $1, $2, $3, $4, $5, $6::jsonb, $7 where (select count(*) ${OF}) < ${MOST_DRAFTS} returning ${COLUMNS}`;
const UPDATE = `update draft_notes d set body = coalesce($4, d.body), position = coalesce($5::jsonb, d.position),
  line_code = coalesce($6, d.line_code), updated_at = now()
  where d.merge_request_id = $1 and d.author_id = $2 and d.id = $3 returning ${COLUMNS}`;
const DELETE = 'delete from draft_notes where id = $1';
const DELETE_ALL = 'delete from draft_notes where merge_request_id = $1 and author_id = $2';
const TAKE = `delete from draft_notes d using unnest($3::bigint[], $4::timestamptz[]) as read (id, updated_at)
  where d.merge_request_id = $1 and d.author_id = $2 and d.id = read.id and d.updated_at = read.updated_at returning d.id`;

/** All SQL of draft notes. */
@Injectable()
export class DraftNotesStore {
  /** All draft notes of a user on a merge request, the oldest first. */
  all(db: Db, { mergeRequestId, authorId }: DraftsOf): Promise<DraftNote[]> {
    return db.prepared<DraftNote & Row>(ALL, [mergeRequestId, authorId]);
  }

  page(db: Db, { mergeRequestId, authorId }: DraftsOf, request: PageRequest): Promise<Page<DraftNote>> {
    return readPage<DraftNote & Row>(db, request, {
      page: ({ page, perPage }) => [PAGE, [mergeRequestId, authorId, perPage, (page - 1) * perPage]],
      count: (most) => [COUNT, [mergeRequestId, authorId, most]],
    });
  }

  async find(db: Db, { mergeRequestId, authorId }: DraftsOf, id: number): Promise<DraftNote | undefined> {
    const [draft] = await db.prepared<DraftNote & Row>(ONE, [mergeRequestId, authorId, id]);
    return draft;
  }

  async lock(tx: Tx, { mergeRequestId, authorId }: DraftsOf, id: number): Promise<DraftNote | undefined> {
    const [draft] = await tx.prepared<DraftNote & Row>(`${ONE} for update`, [mergeRequestId, authorId, id]);
    return draft;
  }

  /** Requires the lock of the merge request. @returns undefined at the limit of drafts */
  async insert(tx: Tx, draft: NewDraftNote): Promise<DraftNote | undefined> {
    const { mergeRequestId, authorId, body, discussionId, resolvesDiscussion, line } = draft;
    const [inserted] = await tx.prepared<DraftNote & Row>(INSERT, [
      ...[mergeRequestId, authorId, body, discussionId, resolvesDiscussion],
      ...[line && JSON.stringify(line.position), line?.lineCode ?? null],
    ]);
    return inserted;
  }

  /** @param changes undefined fields stay as they are */
  async update(
    tx: Tx,
    { id, mergeRequestId, authorId }: DraftNote,
    { body, line }: { readonly body?: string | undefined; readonly line?: LocatedLine | undefined },
  ): Promise<DraftNote> {
    const position = line ? JSON.stringify(line.position) : null;
    const values = [mergeRequestId, authorId, id, body ?? null, position, line?.lineCode ?? null];
    const [updated] = await tx.prepared<DraftNote & Row>(UPDATE, values);
    return updated!;
  }

  async delete(tx: Tx, id: number): Promise<void> {
    await tx.prepared(DELETE, [id]);
  }

  async deleteAll(tx: Tx, { mergeRequestId, authorId }: DraftsOf): Promise<void> {
    await tx.prepared(DELETE_ALL, [mergeRequestId, authorId]);
  }

  /** Deletes draft notes that have not changed since they were read. @returns their ids */
  async take(tx: Tx, { mergeRequestId, authorId }: DraftsOf, read: readonly DraftNote[]): Promise<ReadonlySet<number>> {
    const [ids, times] = [read.map(({ id }) => id), read.map(({ updatedAt }) => updatedAt)];
    const taken = await tx.prepared<{ id: number }>(TAKE, [mergeRequestId, authorId, ids, times]);
    return new Set(taken.map(({ id }) => id));
  }
}
