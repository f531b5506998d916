import { maySetOrigin } from '@hearth/access';
import { Injectable } from '@nestjs/common';
import type { Principal } from '@hearth/contract-kit';
import { Database, type Tx } from '@hearth/data';
import { AwardsStore, type Award } from './awards/awards.store.js';
import { isVote, onlyEmoji } from './awards/emoji.rules.js';
import { held, requireBody, requireComment } from './hold.js';
import { type Note, type Noteable } from './note.rules.js';
import { Noteables, type HeldNoteable, type NoteableKinds } from './noteables.js';
import { placeOfReply, replyFailures, type NotePlace, type Thread } from './discussions/discussion.rules.js';
import type { Position } from './discussions/position.rules.js';
import { NotesStore, newDiscussionId } from './notes.store.js';
import {
  NO_ACTIONS,
  quickActionsIn,
  withoutActions,
  type AppliedActions,
  type QuickAction,
} from './quick-actions/quick-action.rules.js';
import { DiscussionNotFound, NoReplies, NoteInvalid } from './refusals.js';

/** Request for a new note. */
export interface GivenNote {
  readonly body: string;
  /** Ignored for authors who may not set times. */
  readonly createdAt?: Date | undefined;
  /** Head of the merge request that the author has seen: a merge is for no other one. */
  readonly headSha?: string | undefined;
  /** Undefined: the note stands alone. */
  readonly thread?: Thread | undefined;
}

/** A note with the answers of other services about it, before the transaction that writes it. */
export interface PreparedNote {
  readonly noteable: Noteable;
  readonly given: GivenNote;
  readonly actions: readonly QuickAction[];
  readonly position: Position | null;
}

/** Outcome of a note: quick actions leave none where they are the whole text, and an emoji is an award. */
export type WrittenNote = { note: Note } | { award: Award } | { commands: AppliedActions };

/** Creates a note. A body of a single emoji becomes an award. Lines with quick actions are applied and removed from the text. */
@Injectable()
export class CreateNote {
  constructor(
    private readonly db: Database,
    private readonly kinds: NoteableKinds,
    private readonly noteables: Noteables,
    private readonly notesStore: NotesStore,
    private readonly awardsStore: AwardsStore,
  ) {}

  /** @throws NoteInvalid, NoteableNotFound, DiscussionNotFound, NoReplies, Forbidden */
  async execute(found: Noteable, given: GivenNote, author: Principal): Promise<WrittenNote> {
    const prepared = await this.prepare(found, given, author);
    return this.db.tx((tx) => this.within(tx, prepared, author));
  }

  /** Checks a note, and queries other services about it, before the transaction. @throws NoteInvalid, NoteableNotFound, Forbidden */
  async prepare(found: Noteable, given: GivenNote, author: Principal): Promise<PreparedNote> {
    requireBody(given.body);
    const actions = quickActionsIn(given.body, this.kinds[found.kind]!.quickActions);
    const others = actions.filter(({ name }) => name !== 'award');
    const { body, headSha } = given;
    const noteable = await this.noteables.prepare(found, { body, actions: others, headSha }, author);
    return { noteable, given, actions, position: await this.position(noteable, given.thread) };
  }

  /** Writes a note as a part of a larger write. @throws NoteableNotFound, DiscussionNotFound, NoReplies, NoteInvalid, Forbidden */
  async within(tx: Tx, { noteable, given, actions, position }: PreparedNote, author: Principal): Promise<WrittenNote> {
    const kind = this.kinds[noteable.kind]!;
    const holding = await held(this.noteables, tx, noteable, author);
    requireComment(holding, kind, author);
    const place = given.thread && (await this.place(tx, noteable, given.thread, { position, author }));
    // In a discussion an emoji is a text: it answers another note.
    const emoji = place ? null : onlyEmoji(given.body);
    const award = emoji === null ? null : await this.award(tx, noteable, holding, { emoji, author });
    if (award) return { award };
    const commands = await this.act(tx, noteable, holding, { actions, author });
    const body = withoutActions(given.body, commands.applied);
    if (body === '') return { commands };
    const createdAt = maySetOrigin(kind.abilities.setTimes, holding.standing, author) ? given.createdAt : undefined;
    const note = await this.notesStore.insert(tx, noteable, { authorId: author.userId, body, createdAt, place });
    await this.noteables.noted(tx, noteable, note, { actor: author, difference: 1 });
    return { note };
  }

  /**
   * Locks a record, and checks that an author may comment on it.
   * @param replyTo discussion that the comment answers
   * @throws NoteableNotFound, DiscussionNotFound, NoReplies, NoteInvalid, Forbidden
   */
  async requirePossible(
    tx: Tx,
    noteable: Noteable,
    replyTo: string | undefined,
    author: Principal,
  ): Promise<HeldNoteable> {
    const holding = await held(this.noteables, tx, noteable, author);
    requireComment(holding, this.kinds[noteable.kind]!, author);
    if (replyTo !== undefined) await this.answered(tx, noteable, replyTo);
    return holding;
  }

  /** Checks the position of a new discussion on a diff. @throws NoteInvalid */
  private async position(noteable: Noteable, thread: Thread | undefined): Promise<Position | null> {
    if (!thread || 'replyTo' in thread) return null;
    if ('located' in thread) return thread.located;
    if (!thread.position) return null;
    const position = await this.noteables.locate(noteable, thread.position);
    if (!position) throw NoteInvalid({ failures: { line_code: ["can't be blank", 'must be a valid line code'] } });
    return position;
  }

  /** Finds the discussion of a reply, or opens a new one. @throws DiscussionNotFound, NoReplies, NoteInvalid */
  private async place(
    tx: Tx,
    noteable: Noteable,
    thread: Thread,
    { position, author }: { position: Position | null; author: Principal },
  ): Promise<NotePlace> {
    if (!('replyTo' in thread)) {
      const type = position ? 'DiffNote' : 'DiscussionNote';
      return { discussionId: newDiscussionId(), type, position, resolvedById: null };
    }
    const notes = await this.answered(tx, noteable, thread.replyTo);
    const [first] = notes;
    if (first!.type === null) await this.notesStore.openDiscussion(tx, first!.id);
    return placeOfReply(notes, this.kinds[noteable.kind]!, author.userId);
  }

  /** Returns the notes of a discussion that takes replies. @throws DiscussionNotFound, NoReplies, NoteInvalid */
  private async answered(tx: Tx, noteable: Noteable, discussionId: string): Promise<Note[]> {
    const notes = await this.notesStore.inDiscussions(tx, noteable, [discussionId]);
    const [first] = notes;
    if (!first) throw DiscussionNotFound();
    if (first.system) throw NoReplies();
    const failures = replyFailures(notes);
    if (Object.keys(failures).length > 0) throw NoteInvalid({ failures });
    return notes;
  }

  /** Adds an award; returns null for a vote on the author's own record. */
  private async award(
    tx: Tx,
    noteable: Noteable,
    { authorId }: HeldNoteable,
    { emoji, author }: { emoji: string; author: Principal },
  ): Promise<Award | null> {
    if (isVote(emoji) && authorId === author.userId) return null;
    const award =
      (await this.awardsStore.insert(tx, noteable, author.userId, emoji)) ??
      (await this.awardsStore.findOf(tx, noteable, author.userId, emoji));
    await this.noteables.awarded(tx, noteable);
    return award ?? null;
  }

  /** Applies `/award` itself; the service that owns the record applies all other quick actions. */
  private async act(
    tx: Tx,
    noteable: Noteable,
    found: HeldNoteable,
    { actions, author }: { actions: readonly QuickAction[]; author: Principal },
  ): Promise<AppliedActions> {
    const others = actions.filter(({ name }) => name !== 'award');
    const by = { actor: author, standing: found.standing };
    let outcome = others.length > 0 ? await this.noteables.act(tx, noteable, others, by) : NO_ACTIONS;
    for (const action of actions.filter(({ name }) => name === 'award')) {
      const emoji = onlyEmoji(action.argument);
      if (emoji === null || !(await this.award(tx, noteable, found, { emoji, author }))) continue;
      outcome = {
        applied: [...outcome.applied, action],
        changes: { ...outcome.changes, emoji_award: emoji },
        summary: [...outcome.summary, `Gave the award :${emoji}:.`],
      };
    }
    return outcome;
  }
}
