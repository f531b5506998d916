import type { Ability, ProjectStanding } from '@hearth/access';
import type { Principal, UserId } from '@hearth/contract-kit';
import type { Db, Tx } from '@hearth/data';
import type { EndpointCall } from '@hearth/http';
import type { GivenPosition, Position } from './discussions/position.rules.js';
import type { Note, NoteSuggestion, Noteable } from './note.rules.js';
import type { NoteAuthor } from './note.view.js';
import type { AppliedActions, QuickAction } from './quick-actions/quick-action.rules.js';

/** Tables and rules of a service for the notes on one kind of record. */
export interface NoteableKind {
  /** The API's name: `Issue`. */
  readonly type: string;
  /** Foreign key column in the tables of notes and awards. */
  readonly column: string;
  /** Quick actions that its notes support; lower case. */
  readonly quickActions: readonly string[];
  readonly abilities: {
    readonly create: Ability;
    /** Changing notes of other authors; authors can change their own. */
    readonly manage: Ability;
    /** Setting the time of a note. */
    readonly setTimes: Ability;
    /** Resolving discussions, also by the authors of the record or the note; absent where discussions cannot be resolved. */
    readonly resolve?: Ability;
  };
}
export type NoteableKinds = Readonly<Record<string, NoteableKind>>;

/** Locked record with the actor's permissions on it, in the transaction that writes a note. */
export interface HeldNoteable {
  readonly standing: ProjectStanding;
  readonly authorId: UserId;
  /** Only members of the project may comment. */
  readonly discussionLocked: boolean;
}

/** A note after a write. */
export type SavedNote = Pick<Note, 'id' | 'body'>;

/** Text of a note, before the transaction that writes it. */
export interface NoteText {
  readonly body: string;
  /** Its quick actions, without awards. */
  readonly actions: readonly QuickAction[];
  /** Head of the merge request that the author has seen. */
  readonly headSha?: string | undefined;
}

/**
 * Operations that the service which owns the records implements for their notes.
 * @typeParam Found the service's data about a record, passed from the read to the write
 */
export abstract class Noteables<Found extends Noteable = Noteable> {
  /**
   * Finds the record in a path.
   * @param number its number or id in the path
   * @returns null when the record exists but the caller may not read it
   * @throws NoteableNotFound
   */
  abstract find(call: EndpointCall<object>, kind: string, number: number): Promise<Found | null>;

  /**
   * Finds the record in a path.
   * @param number its number or id in the path
   * @param hidden refusal where the caller may not read the record
   * @throws NoteableNotFound, or `hidden`
   */
  async require(call: EndpointCall<object>, kind: string, number: number, hidden: () => Error): Promise<Found> {
    const found = await this.find(call, kind, number);
    if (!found) throw hidden();
    return found;
  }

  /** Returns the additional fields of the detail view of a note on the record. */
  abstract more(call: EndpointCall<object>, noteable: Found): Promise<object>;

  /**
   * Calls other services before the transaction of the write. Quick actions that need their own transactions are applied here, too.
   * @throws NoteableNotFound, Forbidden
   */
  prepare(noteable: Found, _text: NoteText, _actor: Principal): Promise<Found> {
    return Promise.resolve(noteable);
  }

  /**
   * Checks the position of a new note on a diff.
   * @returns the position with both paths; null where the diffs of the record do not show its line
   */
  locate(_noteable: Found, _position: GivenPosition): Promise<Position | null> {
    return Promise.resolve(null);
  }

  /** Returns the suggestions in the texts of notes on diffs, by the id of the note. */
  suggestions(_noteable: Noteable, _notes: readonly Note[]): Promise<ReadonlyMap<number, readonly NoteSuggestion[]>> {
    return Promise.resolve(new Map());
  }

  /** Locks the record against deletion until the transaction ends. @returns undefined when it does not exist any more */
  abstract hold(tx: Tx, noteable: Found, actor: Principal): Promise<HeldNoteable | undefined>;

  /** Applies quick actions of a note; skips those that are impossible or not permitted to the actor. */
  abstract act(
    tx: Tx,
    noteable: Found,
    actions: readonly QuickAction[],
    by: { readonly actor: Principal; readonly standing: ProjectStanding },
  ): Promise<AppliedActions>;

  /**
   * Records that a user's note was created, changed or deleted.
   * @param note with its new text, empty after a deletion
   * @param difference change of the number of notes
   */
  abstract noted(
    tx: Tx,
    noteable: Found,
    note: SavedNote,
    by: { readonly actor: Principal; readonly difference: -1 | 0 | 1 },
  ): Promise<void>;

  /** Records that a discussion was resolved, or is open again. */
  resolved(_tx: Tx, _noteable: Found, _actor: Principal): Promise<void> {
    return Promise.resolve();
  }

  /** Records that the awards of the record changed. */
  abstract awarded(tx: Tx, noteable: Found): Promise<void>;

  /** Returns users by id, deleted ones included. */
  abstract authors(db: Db, ids: readonly UserId[]): Promise<ReadonlyMap<UserId, NoteAuthor>>;
}
