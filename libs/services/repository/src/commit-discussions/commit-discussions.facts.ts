import { Injectable } from '@nestjs/common';
import type { ProjectId } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import { Page, readPage, type PageRequest } from '@hearth/http';
import { DiscussionNotFound, NoteNotFound } from '@hearth/notes';
import { CommitCommentsFacts, type CommitCommentFact } from '../commit-comments/commit-comments.facts.js';
import { CommitCommentsStore, type CommentAt } from '../commit-comments/commit-comments.store.js';
import type { ObjectId } from '../git/refs/object-id.js';
import type { CommitDiscussion } from './discussion.view.js';

/** Reads the discussions of commits. */
@Injectable()
export class CommitDiscussionsFacts {
  constructor(
    private readonly db: Database,
    private readonly commitCommentsStore: CommitCommentsStore,
    private readonly commitCommentsFacts: CommitCommentsFacts,
  ) {}

  /** A page of the discussions, the oldest first, each with its comments. */
  async page(projectId: ProjectId, commitId: ObjectId, request: PageRequest): Promise<Page<CommitDiscussion>> {
    const statements = this.commitCommentsStore.discussions(projectId, commitId);
    const { items, total } = await readPage<{ id: string }>(this.db, request, statements);
    const ids = items.map(({ id }) => id);
    const found = await this.commitCommentsStore.inDiscussions(this.db, projectId, commitId, ids);
    const byId = Map.groupBy(await this.commitCommentsFacts.describe(found), ({ comment }) => comment.discussionId);
    const discussions = ids.map((id) => ({ id, commitId, comments: byId.get(id) ?? [] }));
    return new Page(discussions, request, total);
  }

  /** @throws DiscussionNotFound */
  async one(projectId: ProjectId, commitId: ObjectId, id: string): Promise<CommitCommentFact[]> {
    const found = await this.commitCommentsStore.inDiscussions(this.db, projectId, commitId, [id]);
    if (found.length === 0) throw DiscussionNotFound();
    return this.commitCommentsFacts.describe(found);
  }

  /** @throws DiscussionNotFound, NoteNotFound */
  async note({ projectId, commitId, discussionId, id }: CommentAt): Promise<CommitCommentFact> {
    const comments = await this.one(projectId, commitId, discussionId);
    const found = comments.find(({ comment }) => comment.id === id);
    if (!found) throw NoteNotFound();
    return found;
  }
}
