import { Injectable } from '@nestjs/common';
import type { Principal } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import { NoteInvalid, requireBody, type GivenPosition, type Noteable } from '@hearth/notes';
import { PositionFacts } from '../diffs/position.facts.js';
import { DraftNoteNotFound } from '../refusals.js';
import { REPLY_HAS_POSITION, type DraftNote } from './draft-note.rules.js';
import { DraftNotesStore } from './draft-notes.store.js';

/** Changes to apply; `undefined` leaves a field as it is. */
export interface DraftNoteChanges {
  readonly body?: string | undefined;
  readonly position?: GivenPosition | undefined;
}

/** Changes the text of a draft note, or its line. */
@Injectable()
export class UpdateDraftNote {
  constructor(
    private readonly db: Database,
    private readonly positionFacts: PositionFacts,
    private readonly draftNotesStore: DraftNotesStore,
  ) {}

  /** @throws DraftNoteNotFound, also for drafts of other users; NoteInvalid, also for the position of a reply */
  async execute(
    noteable: Noteable,
    id: number,
    { body, position }: DraftNoteChanges,
    { userId: authorId }: Principal,
  ): Promise<DraftNote> {
    if (body !== undefined) requireBody(body);
    const line = position && (await this.positionFacts.requireLine(noteable, position));
    return this.db.tx(async (tx) => {
      const draft = await this.draftNotesStore.lock(tx, { mergeRequestId: noteable.id, authorId }, id);
      if (!draft) throw DraftNoteNotFound();
      if (line && draft.discussionId !== null) throw NoteInvalid({ failures: { base: [REPLY_HAS_POSITION] } });
      return this.draftNotesStore.update(tx, draft, { body, line });
    });
  }
}
