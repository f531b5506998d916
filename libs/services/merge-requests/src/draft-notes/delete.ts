import { Injectable } from '@nestjs/common';
import type { Principal } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import type { UnlessModified } from '@hearth/http';
import type { Noteable } from '@hearth/notes';
import { DraftNoteNotFound } from '../refusals.js';
import { DraftNotesStore } from './draft-notes.store.js';

/** Deletes draft notes of a user. */
@Injectable()
export class DeleteDraftNote {
  constructor(
    private readonly db: Database,
    private readonly draftNotesStore: DraftNotesStore,
  ) {}

  /** @throws DraftNoteNotFound, also for drafts of other users; PreconditionFailed */
  execute(
    { id: mergeRequestId }: Noteable,
    id: number,
    { userId: authorId }: Principal,
    unlessModified: UnlessModified,
  ): Promise<void> {
    return this.db.tx(async (tx) => {
      const draft = await this.draftNotesStore.lock(tx, { mergeRequestId, authorId }, id);
      if (!draft) throw DraftNoteNotFound();
      unlessModified(draft.updatedAt);
      await this.draftNotesStore.delete(tx, id);
    });
  }

  /** Deletes all draft notes of a user on a merge request. */
  all({ id: mergeRequestId }: Noteable, { userId: authorId }: Principal): Promise<void> {
    return this.db.tx((tx) => this.draftNotesStore.deleteAll(tx, { mergeRequestId, authorId }));
  }
}
