import { Injectable } from '@nestjs/common';
import type { Principal, ProjectAccess } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import type { UnlessModified } from '@hearth/http';
import { NoteNotFound } from '@hearth/notes';
import { CommitCommentsStore, type CommentAt } from '../commit-comments/commit-comments.store.js';
import { requireManage } from './manage-note.rules.js';

/** Deletes a comment in a discussion of a commit, which ends with its last one. */
@Injectable()
export class DeleteCommitNote {
  constructor(
    private readonly db: Database,
    private readonly commitCommentsStore: CommitCommentsStore,
  ) {}

  /** @throws NoteNotFound, Forbidden, PreconditionFailed */
  execute(at: CommentAt, access: ProjectAccess, actor: Principal, unlessModified: UnlessModified): Promise<void> {
    return this.db.tx(async (tx) => {
      const comment = await this.commitCommentsStore.lock(tx, at);
      if (!comment) throw NoteNotFound();
      requireManage(comment, access, actor);
      unlessModified(comment.updatedAt ?? comment.createdAt);
      await this.commitCommentsStore.delete(tx, at.id);
    });
  }
}
