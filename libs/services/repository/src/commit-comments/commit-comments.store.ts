import { Injectable } from '@nestjs/common';
import type { ProjectId } from '@hearth/contract-kit';
import type { Db, Row, Tx } from '@hearth/data';
import { statement, type ListStatements } from '@hearth/http';
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
  readonly createdAt: Date;
}

export interface NewCommitComment {
  readonly commitId: ObjectId;
  readonly authorId: number;
  readonly note: string;
  readonly place: Place | null;
}

const COLUMNS = 'id, author_id as "authorId", note, path, line, line_type as "lineType", created_at as "createdAt"';

const INSERT = `insert into commit_comments (project_id, commit_id, author_id, note, path, line, line_type)
  values ($1, $2, $3, $4, $5, $6, $7) returning ${COLUMNS}`;

const BY_IDS = `select ${COLUMNS}, commit_id as "commitId" from commit_comments where id = any ($1::bigint[]) order by id`;

const REASSIGN_SOME = `update commit_comments set author_id = $2
  where id in (select id from commit_comments where author_id = $1 limit $3) returning id`;

const DELETE_SOME_OF_AUTHOR = `delete from commit_comments
  where id in (select id from commit_comments where author_id = $1 limit $2) returning id`;

const DELETE_SOME = `delete from commit_comments
  where id in (select id from commit_comments where project_id = $1 limit $2) returning id`;

/** All SQL about comments on commits. */
@Injectable()
export class CommitCommentsStore {
  /** Returns the statements for a list of a commit's comments, oldest first. */
  pages(projectId: ProjectId, commitId: ObjectId): ListStatements {
    return {
      page: ({ page, perPage }) =>
        statement(
          (parameter) => `select ${COLUMNS} from commit_comments
            where project_id = ${parameter(projectId)} and commit_id = ${parameter(commitId)}
            order by id limit ${parameter(perPage)} offset ${parameter((page - 1) * perPage)}`,
        ),
      count: (most) =>
        statement(
          (parameter) => `select count(*) as count from (select from commit_comments
            where project_id = ${parameter(projectId)} and commit_id = ${parameter(commitId)}
            limit ${parameter(most)}) as comments`,
        ),
    };
  }

  /** Returns comments of any commits, in the order of their ids. */
  byIds(db: Db, ids: readonly number[]): Promise<(CommitComment & { readonly commitId: string })[]> {
    return db.prepared<CommitComment & { readonly commitId: string } & Row>(BY_IDS, [ids]);
  }

  async insert(
    tx: Tx,
    projectId: ProjectId,
    { commitId, authorId, note, place }: NewCommitComment,
  ): Promise<CommitComment> {
    const [path, line, lineType] = place ? [place.path, place.line, place.lineType] : [null, null, null];
    const values = [projectId, commitId, authorId, note, path, line, lineType];
    return (await tx.prepared<CommitComment & Row>(INSERT, values))[0]!;
  }

  /** Changes the author of at most `limit` comments; returns their number. */
  async reassignSome(tx: Tx, authorId: number, newAuthorId: number, limit: number): Promise<number> {
    return (await tx.prepared(REASSIGN_SOME, [authorId, newAuthorId, limit])).length;
  }

  /** Deletes at most `limit` comments of an author; returns their number. */
  async deleteSomeOfAuthor(tx: Tx, authorId: number, limit: number): Promise<number> {
    return (await tx.prepared(DELETE_SOME_OF_AUTHOR, [authorId, limit])).length;
  }

  /** Deletes at most `limit` comments of a project; returns their number. */
  async deleteSome(tx: Tx, projectId: ProjectId, limit: number): Promise<number> {
    return (await tx.prepared(DELETE_SOME, [projectId, limit])).length;
  }
}
