import { Injectable } from '@nestjs/common';
import type { Principal } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import type { Page, PageRequest } from '@hearth/http';
import type { Noteable } from '@hearth/notes';
import { DraftNoteNotFound } from '../refusals.js';
import type { DraftNote } from './draft-note.rules.js';
import { DraftNotesStore } from './draft-notes.store.js';

/** Reads of draft notes, each for its author. */
@Injectable()
export class DraftNoteFacts {
  constructor(
    private readonly db: Database,
    private readonly draftNotesStore: DraftNotesStore,
  ) {}

  page(
    { id: mergeRequestId }: Noteable,
    { userId: authorId }: Principal,
    request: PageRequest,
  ): Promise<Page<DraftNote>> {
    return this.draftNotesStore.page(this.db, { mergeRequestId, authorId }, request);
  }

  /** Returns all draft notes of a user on a merge request, the oldest first. */
  all(mergeRequestId: number, { userId: authorId }: Principal): Promise<DraftNote[]> {
    return this.draftNotesStore.all(this.db, { mergeRequestId, authorId });
  }

  /** @throws DraftNoteNotFound, also for drafts of other users */
  async one({ id: mergeRequestId }: Noteable, { userId: authorId }: Principal, id: number): Promise<DraftNote> {
    const draft = await this.draftNotesStore.find(this.db, { mergeRequestId, authorId }, id);
    if (!draft) throw DraftNoteNotFound();
    return draft;
  }
}
