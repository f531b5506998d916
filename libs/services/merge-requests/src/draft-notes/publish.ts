import { Injectable } from '@nestjs/common';
import type { Principal } from '@hearth/contract-kit';
import { Database, type Tx } from '@hearth/data';
import {
  CreateNote,
  ResolveDiscussion,
  held,
  Noteables,
  type Noteable,
  type PreparedNote,
  type WrittenNote,
} from '@hearth/notes';
import { MergeRequestEvents } from '../merge-requests/merge-request-events.js';
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
    private readonly mergeRequestEvents: MergeRequestEvents,
  ) {}

  /** Publishes one draft note. @throws DraftNoteNotFound, also for drafts of other users; the refusals of a note and of a resolution */
  async one(noteable: Noteable, id: number, author: Principal): Promise<void> {
    const of = { mergeRequestId: noteable.id, authorId: author.userId };
    const draft = await this.draftNotesStore.find(this.db, of, id);
    if (!draft) throw DraftNoteNotFound();
    if ((await this.publish(noteable, [draft], author)) === 0) throw DraftNoteNotFound();
  }

  /**
   * Publishes all draft notes as one review, the oldest first.
   * @param summary text of a comment after them
   * @throws NoteableNotFound, Forbidden, and the refusals of a note and of a resolution: then none is published
   */
  async all(noteable: Noteable, author: Principal, summary?: string): Promise<void> {
    const of = { mergeRequestId: noteable.id, authorId: author.userId };
    const drafts = await this.draftNotesStore.all(this.db, of);
    await this.publish(noteable, drafts, author, { summary });
  }

  /** @returns number of published drafts: those that were changed, published or deleted meanwhile are left as they are */
  private async publish(
    found: Noteable,
    drafts: readonly DraftNote[],
    author: Principal,
    review?: { readonly summary: string | undefined },
  ): Promise<number> {
    const noteable = review ? { ...found, inReview: true } : found;
    const prepared = new Map<DraftNote, PreparedNote>();
    for (const draft of drafts) prepared.set(draft, await this.createNote.prepare(noteable, noteOf(draft), author));
    const summary = review?.summary;
    const last = summary === undefined ? null : await this.createNote.prepare(noteable, { body: summary }, author);
    return this.db.tx(async (tx) => {
      await held(this.noteables, tx, noteable, author);
      const { id: mergeRequestId, projectId } = noteable;
      const { userId } = author;
      const taken = await this.draftNotesStore.take(tx, { mergeRequestId, authorId: userId }, drafts);
      const written: WrittenNote[] = [];
      for (const [draft, note] of prepared)
        if (taken.has(draft.id)) written.push(await this.write(tx, draft, note, author));
      if (last) written.push(await this.createNote.within(tx, last, author));
      const noteIds = written.flatMap((each) => ('note' in each ? each.note.id : []));
      if (review) await this.mergeRequestEvents.reviewPublished(tx, { projectId, mergeRequestId, userId, noteIds });
      return taken.size;
    });
  }

  private async write(tx: Tx, draft: DraftNote, note: PreparedNote, author: Principal): Promise<WrittenNote> {
    const written = await this.createNote.within(tx, note, author);
    const { discussionId, resolvesDiscussion } = draft;
    if (discussionId !== null && resolvesDiscussion)
      await this.resolveDiscussion.within(tx, note.noteable, { discussionId }, true, author);
    return written;
  }
}
