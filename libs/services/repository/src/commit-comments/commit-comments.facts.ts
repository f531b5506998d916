import { Injectable } from '@nestjs/common';
import { Calls } from '@hearth/calls';
import type { ProjectId } from '@hearth/contract-kit';
import { UsersByIdsQuery, type UserCard } from '@hearth/identity-contracts';
import { Database } from '@hearth/data';
import { Page, readPage, type PageRequest } from '@hearth/http';
import type { ObjectId } from '../git/refs/object-id.js';
import { CommitCommentsStore, type CommitComment } from './commit-comments.store.js';

/** Comment with its author. The ghost user stands for a deleted author. */
export interface CommitCommentFact {
  readonly comment: CommitComment;
  readonly author: UserCard;
}

/** Most users of one query. */
const AT_ONCE = 100;

@Injectable()
export class CommitCommentsFacts {
  constructor(
    private readonly db: Database,
    private readonly commitCommentsStore: CommitCommentsStore,
    private readonly calls: Calls,
  ) {}

  /** Returns a page of the comments on a commit, oldest first. */
  async page(projectId: ProjectId, commitId: ObjectId, request: PageRequest): Promise<Page<CommitCommentFact>> {
    const statements = this.commitCommentsStore.pages(projectId, commitId);
    const { items, total } = await readPage<CommitComment>(this.db, request, statements);
    return new Page(await this.describe(items), request, total);
  }

  /** Returns the comments with their authors. Comments by unknown authors are left out. */
  async describe(comments: readonly CommitComment[]): Promise<CommitCommentFact[]> {
    const ids = [...new Set(comments.map(({ authorId }) => authorId))];
    const cards = new Map<number, UserCard>();
    for (let index = 0; index < ids.length; index += AT_ONCE) {
      const { users } = await this.calls.query(UsersByIdsQuery, { ids: ids.slice(index, index + AT_ONCE) });
      for (const user of users) cards.set(user.askedAs ?? user.id, user);
    }
    return comments.flatMap((comment) => {
      const author = cards.get(comment.authorId);
      return author ? [{ comment, author }] : [];
    });
  }
}
