import { Injectable } from '@nestjs/common';
import { Database } from '@hearth/data';
import type { Page, PageRequest } from '@hearth/http';
import type { PresentableAward } from './awards/award.view.js';
import { AwardsStore, type Award, type Awardable } from './awards/awards.store.js';
import type { Note, NoteOrder, Noteable } from './note.rules.js';
import type { NoteAuthor, PresentableNote } from './note.view.js';
import { Noteables, type NoteableKinds } from './noteables.js';
import { NotesStore } from './notes.store.js';
import { AwardNotFound, NoteNotFound } from './refusals.js';

/** Reads of notes and awards, with their authors. */
@Injectable()
export class NoteFacts {
  constructor(
    private readonly db: Database,
    private readonly kinds: NoteableKinds,
    private readonly noteables: Noteables,
    private readonly notesStore: NotesStore,
    private readonly awardsStore: AwardsStore,
  ) {}

  async page(noteable: Noteable, order: NoteOrder, request: PageRequest): Promise<Page<PresentableNote>> {
    const page = await this.notesStore.page(this.db, noteable, order, request);
    const authors = await this.authors(page.items.map(({ authorId }) => authorId));
    return page.map((note) => this.presentable(noteable, note, authors(note.authorId)));
  }

  /** @throws NoteNotFound */
  async one(noteable: Noteable, id: number): Promise<PresentableNote> {
    const note = await this.notesStore.find(this.db, noteable, id);
    if (!note) throw NoteNotFound();
    return this.withAuthor(noteable, note);
  }

  async withAuthor(noteable: Noteable, note: Note): Promise<PresentableNote> {
    const authors = await this.authors([note.authorId]);
    return this.presentable(noteable, note, authors(note.authorId));
  }

  /**
   * Returns the awardable in a path: the record itself, or a note on it.
   * @throws NoteNotFound
   */
  async awardable(noteable: Noteable, noteId: number | null): Promise<Awardable> {
    if (noteId === null) return noteable;
    const note = await this.notesStore.find(this.db, noteable, noteId);
    if (!note) throw NoteNotFound();
    return { kind: 'note', id: note.id };
  }

  async awards(awardable: Awardable, request: PageRequest): Promise<Page<PresentableAward>> {
    const page = await this.awardsStore.page(this.db, awardable, request);
    const users = await this.authors(page.items.map(({ userId }) => userId));
    return page.map((award) => this.presentableAward(awardable, award, users(award.userId)));
  }

  /** @throws AwardNotFound */
  async award(awardable: Awardable, id: number): Promise<PresentableAward> {
    const award = await this.awardsStore.find(this.db, awardable, id);
    if (!award) throw AwardNotFound();
    return this.withUser(awardable, award);
  }

  async withUser(awardable: Awardable, award: Award): Promise<PresentableAward> {
    const users = await this.authors([award.userId]);
    return this.presentableAward(awardable, award, users(award.userId));
  }

  private async authors(ids: readonly Note['authorId'][]): Promise<(id: Note['authorId']) => NoteAuthor> {
    const known = await this.noteables.authors(this.db, [...new Set(ids)]);
    return (id) => known.get(id)!;
  }

  private presentable(noteable: Noteable, note: Note, author: NoteAuthor): PresentableNote {
    return { note, author, noteable, type: this.kinds[noteable.kind]!.type };
  }

  private presentableAward(awardable: Awardable, award: Award, user: NoteAuthor): PresentableAward {
    const type = awardable.kind === 'note' ? 'Note' : this.kinds[awardable.kind]!.type;
    return { award, user, awardable, type };
  }
}
