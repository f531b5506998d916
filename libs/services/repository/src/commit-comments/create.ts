import { Injectable } from '@nestjs/common';
import type { ProjectId } from '@hearth/contract-kit';
import { CommitCommentedEvent } from '@hearth/repository-contracts';
import { Database, type Tx } from '@hearth/data';
import { ProjectNotFound } from '@hearth/http';
import { Outbox } from '@hearth/messaging';
import { NoteInvalid } from '../refusals.js';
import { RepositoriesStore } from '../repositories/repositories.store.js';
import {
  ALONE,
  CommitCommentsStore,
  type CommentThread,
  type CommitComment,
  type NewCommitComment,
} from './commit-comments.store.js';
import { placeOfReply } from './thread.rules.js';

/** Adds a comment to a commit, or to a line that it changes. */
@Injectable()
export class CreateCommitComment {
  constructor(
    private readonly db: Database,
    private readonly repositoriesStore: RepositoriesStore,
    private readonly commitCommentsStore: CommitCommentsStore,
    private readonly outbox: Outbox,
  ) {}

  /**
   * @param thread of a comment that opens a discussion
   * @throws NoteInvalid, ProjectNotFound
   */
  execute(projectId: ProjectId, comment: NewCommitComment, thread: CommentThread = ALONE): Promise<CommitComment> {
    return this.write(projectId, comment, () => Promise.resolve([comment, thread]));
  }

  /**
   * Adds a comment to a discussion, at the line of its first comment.
   * @throws NoteInvalid, ProjectNotFound, DiscussionNotFound, NoReplies, DiscussionFull
   */
  reply(projectId: ProjectId, comment: Omit<NewCommitComment, 'place'>, discussionId: string): Promise<CommitComment> {
    const { commitId } = comment;
    return this.write(projectId, comment, async (tx) => {
      const comments = await this.commitCommentsStore.inDiscussions(tx, projectId, commitId, [discussionId]);
      const { place, thread } = placeOfReply(comments);
      return [{ ...comment, place }, thread];
    });
  }

  private async write(
    projectId: ProjectId,
    comment: Omit<NewCommitComment, 'place'>,
    placed: (tx: Tx) => Promise<readonly [NewCommitComment, CommentThread]>,
  ): Promise<CommitComment> {
    if (comment.note.trim() === '') throw NoteInvalid();
    return this.db.tx(async (tx) => {
      const record = await this.repositoriesStore.lock(tx, projectId);
      if (!record || record.deleted) throw ProjectNotFound();
      const created = await this.commitCommentsStore.insert(tx, projectId, ...(await placed(tx)));
      const { commitId, authorId } = comment;
      await this.outbox.append(tx, CommitCommentedEvent, { projectId, commentId: created.id, commitId, authorId });
      return created;
    });
  }
}
