import { Injectable } from '@nestjs/common';
import type { Principal } from '@hearth/contract-kit';
import { Database, type Tx } from '@hearth/data';
import { Forbidden } from '@hearth/http';
import { held, requireResolve } from '../hold.js';
import type { Noteable } from '../note.rules.js';
import { Noteables, type NoteableKinds } from '../noteables.js';
import { NotesStore } from '../notes.store.js';
import { DiscussionNotFound, NoteNotFound, NoteNotResolvable } from '../refusals.js';
import { isResolvable } from './discussion.rules.js';

/** Resolves discussions, or opens them again. */
@Injectable()
export class ResolveDiscussion {
  constructor(
    private readonly db: Database,
    private readonly kinds: NoteableKinds,
    private readonly noteables: Noteables,
    private readonly notesStore: NotesStore,
  ) {}

  /**
   * Resolves all notes of a discussion, or opens them again; notes already in that state keep their user and time.
   * @param noteId the only note to resolve; undefined: all
   * @throws NoteableNotFound, DiscussionNotFound, NoteNotFound, NoteNotResolvable, Forbidden, also for a discussion that stands alone
   */
  execute(
    noteable: Noteable,
    { discussionId, noteId }: { discussionId: string; noteId?: number },
    resolved: boolean,
    actor: Principal,
  ): Promise<void> {
    return this.db.tx((tx) => this.within(tx, noteable, { discussionId, noteId }, resolved, actor));
  }

  /** Does the same as a part of a larger write. */
  async within(
    tx: Tx,
    noteable: Noteable,
    { discussionId, noteId }: { discussionId: string; noteId?: number | undefined },
    resolved: boolean,
    actor: Principal,
  ): Promise<void> {
    const kind = this.kinds[noteable.kind]!;
    const holding = await held(this.noteables, tx, noteable, actor);
    const discussion = await this.notesStore.inDiscussions(tx, noteable, [discussionId]);
    if (discussion.length === 0) throw DiscussionNotFound();
    const wanted = discussion.filter(({ id }) => noteId === undefined || id === noteId);
    if (wanted.length === 0) throw NoteNotFound();
    requireResolve(holding, kind.abilities.resolve!, actor, noteId === undefined ? undefined : wanted[0]!.authorId);
    const resolvable = wanted.filter((note) => isResolvable(note, kind));
    if (resolvable.length === 0) throw noteId === undefined ? Forbidden() : NoteNotResolvable();
    const changed = resolvable.filter(({ resolvedAt }) => (resolvedAt !== null) !== resolved).map(({ id }) => id);
    if (changed.length === 0) return;
    await this.notesStore.resolve(tx, changed, resolved ? actor.userId : null);
    await this.noteables.resolved(tx, noteable, actor);
  }
}
