import { Injectable } from '@nestjs/common';
import type { Principal, ProjectAccess } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import { NoteNotFound } from '@hearth/notes';
import { CommitCommentsStore, type CommentAt, type CommitComment } from '../commit-comments/commit-comments.store.js';
import { NoteInvalid } from '../refusals.js';
import { requireManage } from './manage-note.rules.js';

/** Changes the text of a comment in a discussion of a commit. */
@Injectable()
export class UpdateCommitNote {
  constructor(
    private readonly db: Database,
    private readonly commitCommentsStore: CommitCommentsStore,
  ) {}

  /** @throws NoteInvalid, NoteNotFound, Forbidden */
  execute(at: CommentAt, body: string, access: ProjectAccess, actor: Principal): Promise<CommitComment> {
    if (body.trim() === '') throw NoteInvalid();
    return this.db.tx(async (tx) => {
      const comment = await this.commitCommentsStore.lock(tx, at);
      if (!comment) throw NoteNotFound();
      requireManage(comment, access, actor);
      return this.commitCommentsStore.update(tx, at.id, body);
    });
  }
}
