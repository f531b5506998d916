import { Injectable } from '@nestjs/common';
import type { AccessResolver } from '@hearth/access';
import type { Principal, ProjectAccess, UserId } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import { Page, type PageRequest } from '@hearth/http';
import type { PresentableAward } from './awards/award.view.js';
import { AwardsStore, type Award, type Awardable } from './awards/awards.store.js';
import { mayKnowOf, recordNamedBy } from './named-record.rules.js';
import type { Note, NoteOrder, Noteable } from './note.rules.js';
import type { NoteAuthor, PresentableNote } from './note.view.js';
import { Noteables, type NoteableKinds } from './noteables.js';
import { NotesStore } from './notes.store.js';
import { isResolvable } from './discussions/discussion.rules.js';
import { AwardNotFound, DiscussionNotFound, NoteNotFound } from './refusals.js';

/** Projects whose access is resolved by one query. */
const MOST_RESOLVED = 100;

/** Reads of notes and awards, with their authors. */
@Injectable()
export class NoteFacts {
  constructor(
    private readonly db: Database,
    private readonly kinds: NoteableKinds,
    private readonly noteables: Noteables,
    private readonly notesStore: NotesStore,
    private readonly awardsStore: AwardsStore,
    private readonly accessResolver: AccessResolver,
  ) {}

  /** Returns a page of the notes, without those that name a record of which the caller may not know. They count in its total. */
  async page(noteable: Noteable, order: NoteOrder, request: PageRequest): Promise<Page<PresentableNote>> {
    const page = await this.notesStore.page(this.db, noteable, order, request);
    return new Page(await this.presentable(noteable, page.items), request, page.total);
  }

  /** @throws NoteNotFound */
  async one(noteable: Noteable, id: number): Promise<PresentableNote> {
    return this.withAuthor(noteable, await this.found(noteable, id));
  }

  /** @throws NoteNotFound for a note that names a record of which the caller may not know */
  async withAuthor(noteable: Noteable, note: Note): Promise<PresentableNote> {
    const [presentable] = await this.presentable(noteable, [note]);
    if (!presentable) throw NoteNotFound();
    return presentable;
  }

  /** Returns a page of the discussions of a record, the oldest first, each with its notes. */
  async discussions(noteable: Noteable, request: PageRequest): Promise<Page<readonly PresentableNote[]>> {
    const page = await this.notesStore.discussions(this.db, noteable, request);
    const ids = page.items.map(({ discussionId }) => discussionId);
    const notes = ids.length > 0 ? await this.notesStore.inDiscussions(this.db, noteable, ids) : [];
    const byDiscussion = Map.groupBy(await this.presentable(noteable, notes), ({ note }) => note.discussionId);
    const discussions = page.items.flatMap(({ discussionId }) => {
      const found = byDiscussion.get(discussionId);
      return found ? [found] : [];
    });
    return new Page(discussions, request, page.total);
  }

  /** Returns the number of the page of discussions that has a note; the first where the record has no such note. */
  async pageOf(noteable: Noteable, noteId: number, perPage: number): Promise<number> {
    const place = await this.notesStore.placeOf(this.db, noteable, noteId);
    return 1 + Math.floor((place ?? 0) / perPage);
  }

  /**
   * Returns the discussions on lines of files, of a kind with discussions on diffs, each with its notes.
   * @param paths new paths of the files
   */
  async onFiles(noteable: Noteable, paths: readonly string[]): Promise<(readonly PresentableNote[])[]> {
    if (paths.length === 0) return [];
    const notes = await this.presentable(noteable, await this.notesStore.onFiles(this.db, noteable, paths));
    return [...Map.groupBy(notes, ({ note }) => note.discussionId).values()];
  }

  /**
   * Returns the notes of a discussion.
   * @throws DiscussionNotFound
   */
  async discussion(noteable: Noteable, discussionId: string): Promise<PresentableNote[]> {
    const notes = await this.presentable(
      noteable,
      await this.notesStore.inDiscussions(this.db, noteable, [discussionId]),
    );
    if (notes.length === 0) throw DiscussionNotFound();
    return notes;
  }

  /** Returns a note of a discussion. @throws NoteNotFound */
  async inDiscussion(noteable: Noteable, discussionId: string, id: number): Promise<PresentableNote> {
    return this.withAuthor(noteable, await this.requireInDiscussion(noteable, discussionId, id));
  }

  /** Checks that a note is part of a discussion. @throws NoteNotFound */
  async requireInDiscussion(noteable: Noteable, discussionId: string, id: number): Promise<Note> {
    const note = await this.found(noteable, id);
    if (note.discussionId !== discussionId) throw NoteNotFound();
    return note;
  }

  /**
   * Returns the awardable in a path: the record itself, or a note on it.
   * @throws NoteNotFound
   */
  async awardable(noteable: Noteable, noteId: number | null): Promise<Awardable> {
    if (noteId === null) return noteable;
    const { id } = await this.found(noteable, noteId);
    return { kind: 'note', id };
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

  /** @throws NoteNotFound */
  private async found(noteable: Noteable, id: number): Promise<Note> {
    const note = await this.notesStore.find(this.db, noteable, id);
    if (!note) throw NoteNotFound();
    return note;
  }

  /** Returns the authors of notes, and the users who resolved them. */
  private usersOf(notes: readonly Note[]): Promise<(id: UserId) => NoteAuthor> {
    return this.authors(
      notes.flatMap(({ authorId, resolvedById }) => (resolvedById === null ? [authorId] : [authorId, resolvedById])),
    );
  }

  private async authors(ids: readonly UserId[]): Promise<(id: UserId) => NoteAuthor> {
    const known = await this.noteables.authors(this.db, [...new Set(ids)]);
    return (id) => known.get(id)!;
  }

  /** Returns the notes that name no record of which the caller may not know now. They name projects by their paths at that time. */
  private async readable({ access, caller }: Noteable, notes: readonly Note[]): Promise<readonly Note[]> {
    const named = notes.map(recordNamedBy);
    const paths = [...new Set(named.flatMap((record) => record?.path ?? []))];
    const others = paths.length > 0 ? await this.others(paths, caller) : [];
    const accessOf = (path: string | null) => (path === null ? access : others[paths.indexOf(path)]);
    return notes.filter((_, index) => {
      const record = named[index] ?? null;
      const place = record && accessOf(record.path);
      return record === null || (place != null && mayKnowOf(record, place, caller));
    });
  }

  private async others(paths: readonly string[], caller: Principal): Promise<(ProjectAccess | null)[]> {
    const parts = paths.flatMap((_, index) =>
      index % MOST_RESOLVED === 0 ? [paths.slice(index, index + MOST_RESOLVED)] : [],
    );
    const found = parts.map((part) =>
      this.accessResolver.projects(
        part.map((path) => ({ path })),
        caller,
        { redirects: true },
      ),
    );
    return (await Promise.all(found)).flat();
  }

  private async presentable(noteable: Noteable, all: readonly Note[]): Promise<PresentableNote[]> {
    const notes = await this.readable(noteable, all);
    const kind = this.kinds[noteable.kind]!;
    const [users, suggestions] = await Promise.all([this.usersOf(notes), this.noteables.suggestions(noteable, notes)]);
    return notes.map((note) => ({
      ...{ note, author: users(note.authorId), noteable, type: kind.type },
      resolvable: isResolvable(note, kind),
      resolvedBy: note.resolvedById === null ? null : users(note.resolvedById),
      suggestions: suggestions.get(note.id) ?? [],
    }));
  }

  private presentableAward(awardable: Awardable, award: Award, user: NoteAuthor): PresentableAward {
    const type = awardable.kind === 'note' ? 'Note' : this.kinds[awardable.kind]!.type;
    return { award, user, awardable, type };
  }
}
