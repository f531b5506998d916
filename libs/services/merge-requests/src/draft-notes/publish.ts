import { Injectable } from '@nestjs/common';
import type { Principal } from '@hearth/contract-kit';
import { Database, type Tx } from '@hearth/data';
import { CreateNote, ResolveDiscussion, held, Noteables, type Noteable, type PreparedNote } from '@hearth/notes';
import { DraftNoteNotFound } from '../refusals.js';
import { noteOf, type DraftNote } from './draft-note.rules.js';
import { DraftNotesStore } from './draft-notes.store.js';

/** Replaces draft notes of a user by notes, as if they were written now, in one transaction. */
@Injectable()
export class PublishDraftNotes {
  constructor(
    private readonly db: Database,
    private readonly noteables: Noteables,
    private readonly createNote: CreateNote,
    private readonly resolveDiscussion: ResolveDiscussion,
    private readonly draftNotesStore: DraftNotesStore,
  ) {}

  /** Publishes one draft note. @throws DraftNoteNotFound, also for drafts of other users; the refusals of a note and of a resolution */
  async one(noteable: Noteable, id: number, author: Principal): Promise<void> {
    const of = { mergeRequestId: noteable.id, authorId: author.userId };
    const draft = await this.draftNotesStore.find(this.db, of, id);
    if (!draft) throw DraftNoteNotFound();
    if ((await this.publish(noteable, [draft], author)) === 0) throw DraftNoteNotFound();
  }

  /**
   * Publishes all draft notes, the oldest first.
   * @param summary text of a comment after them
   * @throws NoteableNotFound, Forbidden, and the refusals of a note and of a resolution: then none is published
   */
  async all(noteable: Noteable, author: Principal, summary?: string): Promise<void> {
    const of = { mergeRequestId: noteable.id, authorId: author.userId };
    await this.publish(noteable, await this.draftNotesStore.all(this.db, of), author, summary);
  }

  /** @returns number of published drafts: those that were changed, published or deleted meanwhile are left as they are */
  private async publish(
    noteable: Noteable,
    drafts: readonly DraftNote[],
    author: Principal,
    summary?: string,
  ): Promise<number> {
    const prepared = new Map<DraftNote, PreparedNote>();
    for (const draft of drafts) prepared.set(draft, await this.createNote.prepare(noteable, noteOf(draft), author));
    const last = summary === undefined ? null : await this.createNote.prepare(noteable, { body: summary }, author);
    return this.db.tx(async (tx) => {
      await held(this.noteables, tx, noteable, author);
      const of = { mergeRequestId: noteable.id, authorId: author.userId };
      const taken = await this.draftNotesStore.take(tx, of, drafts);
      for (const [draft, note] of prepared) if (taken.has(draft.id)) await this.write(tx, draft, note, author);
      if (last) await this.createNote.within(tx, last, author);
      return taken.size;
    });
  }

  private async write(tx: Tx, draft: DraftNote, note: PreparedNote, author: Principal): Promise<void> {
    await this.createNote.within(tx, note, author);
    const { discussionId, resolvesDiscussion } = draft;
    if (discussionId === null || !resolvesDiscussion) return;
    await this.resolveDiscussion.within(tx, note.noteable, { discussionId }, true, author);
  }
}
