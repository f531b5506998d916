import { Injectable } from '@nestjs/common';
import type { ProjectId } from '@hearth/contract-kit';
import type { Db, Row, Tx } from '@hearth/data';
import { plainList, type ListStatements, type Parameter } from '@hearth/http';
import { MOST_IN_DISCUSSION, type Position } from '@hearth/notes';
import type { ObjectId } from '../git/refs/object-id.js';
import type { Place } from './placement.rules.js';

export interface CommitComment {
  readonly id: number;
  readonly authorId: number;
  readonly note: string;
  /** Null, like `line` and `lineType`, for a comment on the whole commit. */
  readonly path: string | null;
  readonly line: number | null;
  readonly lineType: 'new' | 'old' | null;
  /** 40 hexadecimal digits. */
  readonly discussionId: string;
  /** Null for a comment that was made without a discussion. */
  readonly type: CommentType;
  /** Of comments of the type `DiffNote`; null for other ones. */
  readonly position: Position | null;
  readonly createdAt: Date;
  /** Null for a comment that was never changed. */
  readonly updatedAt: Date | null;
}

/** A comment with the commit that it is on. */
export type CommentCard = Omit<CommitComment, 'discussionId' | 'type' | 'updatedAt'> & { readonly commitId: string };

export type CommentType = 'DiscussionNote' | 'DiffNote' | null;

/** Place of a comment in a discussion: null for the first one of a new discussion. */
export type CommentThread = Pick<CommitComment, 'type' | 'position'> & { readonly discussionId: string | null };

/** A comment of its own, which has no replies. */
export const ALONE: CommentThread = { discussionId: null, type: null, position: null };

/** Comment of a discussion of a commit, by what names it. */
export interface CommentAt {
  readonly projectId: ProjectId;
  readonly commitId: ObjectId;
  readonly discussionId: string;
  readonly id: number;
}

export interface NewCommitComment {
  readonly commitId: ObjectId;
  readonly authorId: number;
  readonly note: string;
  readonly place: Place | null;
}

const COLUMNS = `id, author_id as "authorId", note, path, line, line_type as "lineType", discussion_id as "discussionId", type,
  position, created_at as "createdAt", updated_at as "updatedAt"`;

const FIELDS = 'project_id, commit_id, author_id, note, path, line, line_type, type, position';
const INSERT = `insert into commit_comments (${FIELDS}) values ($1, $2, $3, $4, $5, $6, $7, $8, $9) returning ${COLUMNS}`;
const INSERT_REPLY = `insert into commit_comments (${FIELDS}, discussion_id)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) returning ${COLUMNS}`;

const IN_DISCUSSIONS = `select ${COLUMNS} from commit_comments
  where discussion_id = any ($1::text[]) and project_id = $2 and commit_id = $3 order by id limit $4`;
const LOCK = `select ${COLUMNS} from commit_comments
  where id = $1 and discussion_id = $2 and project_id = $3 and commit_id = $4 for update`;
const UPDATE = `update commit_comments set note = $2, updated_at = now() where id = $1 returning ${COLUMNS}`;

const BY_IDS = `select id, commit_id as "commitId", author_id as "authorId", coalesce(left(note, $2::int), note) as note, path, line,
    line_type as "lineType", position, created_at as "createdAt"
  from commit_comments where id = any ($1::bigint[]) order by id`;

const COMMENTERS = `select distinct author_id as id from commit_comments
  where project_id = $1 and commit_id = $2 order by 1 limit 1000`;

const REASSIGN_SOME = `update commit_comments set author_id = $2
  where id in (select id from commit_comments where author_id = $1 limit $3) returning id`;

const DELETE_SOME_OF_AUTHOR = `delete from commit_comments
  where id in (select id from commit_comments where author_id = $1 limit $2) returning id`;

/** All SQL about comments on commits. */
@Injectable()
export class CommitCommentsStore {
  /** Returns the statements for a list of a commit's comments, oldest first. */
  pages(projectId: ProjectId, commitId: ObjectId): ListStatements {
    const rows = (parameter: Parameter) =>
      `from commit_comments where project_id = ${parameter(projectId)} and commit_id = ${parameter(commitId)}`;
    return plainList({ columns: COLUMNS, rows, order: 'id' });
  }

  /** Returns comments of any commits, in the order of their ids. @param mostText characters of each text */
  byIds(db: Db, ids: readonly number[], mostText?: number): Promise<CommentCard[]> {
    return db.prepared<CommentCard & Row>(BY_IDS, [ids, mostText ?? null]);
  }

  /** Ids of the authors of a commit's comments. */
  async commenters(db: Db, projectId: ProjectId, commitId: string): Promise<number[]> {
    return (await db.prepared<{ id: number }>(COMMENTERS, [projectId, commitId])).map(({ id }) => id);
  }

  async insert(
    tx: Tx,
    projectId: ProjectId,
    { commitId, authorId, note, place }: NewCommitComment,
    { discussionId, type, position }: CommentThread,
  ): Promise<CommitComment> {
    const [path, line, lineType] = place ? [place.path, place.line, place.lineType] : [null, null, null];
    const values = [projectId, commitId, authorId, note, path, line, lineType, type, position];
    const [comment] =
      discussionId === null
        ? await tx.prepared<CommitComment & Row>(INSERT, values)
        : await tx.prepared<CommitComment & Row>(INSERT_REPLY, [...values, discussionId]);
    return comment!;
  }

  /** Returns the statements for a list of the ids of a commit's discussions, the oldest first. */
  discussions(projectId: ProjectId, commitId: ObjectId): ListStatements {
    const opening = (parameter: Parameter) => `from commit_comments as opening
      where project_id = ${parameter(projectId)} and commit_id = ${parameter(commitId)} and not exists (
        select from commit_comments as earlier
        where earlier.discussion_id = opening.discussion_id and earlier.id < opening.id)`;
    return plainList({ columns: 'discussion_id as id', rows: opening, order: 'opening.id' });
  }

  /** Comments of some discussions of a commit, the oldest first. */
  inDiscussions(db: Db, projectId: ProjectId, commitId: ObjectId, ids: readonly string[]): Promise<CommitComment[]> {
    const values = [ids, projectId, commitId, MOST_IN_DISCUSSION * ids.length];
    return db.prepared<CommitComment & Row>(IN_DISCUSSIONS, values);
  }

  /** Locks a comment of a discussion until the transaction ends. */
  async lock(tx: Tx, { projectId, commitId, discussionId, id }: CommentAt): Promise<CommitComment | undefined> {
    return (await tx.prepared<CommitComment & Row>(LOCK, [id, discussionId, projectId, commitId]))[0];
  }

  async update(tx: Tx, id: number, note: string): Promise<CommitComment> {
    return (await tx.prepared<CommitComment & Row>(UPDATE, [id, note]))[0]!;
  }

  async delete(tx: Tx, id: number): Promise<void> {
    await tx.prepared('delete from commit_comments where id = $1', [id]);
  }

  /** Changes the author of at most `limit` comments; returns their number. */
  async reassignSome(tx: Tx, authorId: number, newAuthorId: number, limit: number): Promise<number> {
    return (await tx.prepared(REASSIGN_SOME, [authorId, newAuthorId, limit])).length;
  }

  /** Deletes at most `limit` comments of an author; returns their number. */
  async deleteSomeOfAuthor(tx: Tx, authorId: number, limit: number): Promise<number> {
    return (await tx.prepared(DELETE_SOME_OF_AUTHOR, [authorId, limit])).length;
  }
}
