import { Injectable } from '@nestjs/common';
import type { ProjectId } from '@hearth/contract-kit';
import { CommitCommentedEvent } from '@hearth/repository-contracts';
import { Database } from '@hearth/data';
import { ProjectNotFound } from '@hearth/http';
import { Outbox } from '@hearth/messaging';
import { NoteInvalid } from '../refusals.js';
import { RepositoriesStore } from '../repositories/repositories.store.js';
import { CommitCommentsStore, type CommitComment, type NewCommitComment } from './commit-comments.store.js';

/** Adds a comment to a commit, or to a line that it changes. */
@Injectable()
export class CreateCommitComment {
  constructor(
    private readonly db: Database,
    private readonly repositoriesStore: RepositoriesStore,
    private readonly commitCommentsStore: CommitCommentsStore,
    private readonly outbox: Outbox,
  ) {}

  /** @throws NoteInvalid, ProjectNotFound */
  execute(projectId: ProjectId, comment: NewCommitComment): Promise<CommitComment> {
    if (comment.note.trim() === '') throw NoteInvalid();
    return this.db.tx(async (tx) => {
      const record = await this.repositoriesStore.lock(tx, projectId);
      if (!record || record.deleted) throw ProjectNotFound();
      const created = await this.commitCommentsStore.insert(tx, projectId, comment);
      const { commitId, authorId } = comment;
      await this.outbox.append(tx, CommitCommentedEvent, { projectId, commentId: created.id, commitId, authorId });
      return created;
    });
  }
}
