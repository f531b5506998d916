import type { Ability, ProjectStanding } from '@hearth/access';
import type { Principal, UserId } from '@hearth/contract-kit';
import type { Db, Tx } from '@hearth/data';
import type { EndpointCall } from '@hearth/http';
import type { Noteable } from './note.rules.js';
import type { NoteAuthor } from './note.view.js';
import type { AppliedActions, QuickAction } from './quick-action.rules.js';

/** What of a service's tables and rules the notes on one kind of record need. */
export interface NoteableKind {
  /** As the API calls it: `Issue`. */
  readonly type: string;
  /** Its id in the tables of notes and awards. */
  readonly column: string;
  /** The quick actions that lines of notes on it may be; small letters. */
  readonly quickActions: readonly string[];
  readonly abilities: {
    readonly create: Ability;
    /** Of notes of others; authors change their own. */
    readonly manage: Ability;
    /** Of the time of a note. */
    readonly setTimes: Ability;
  };
}
export type NoteableKinds = Readonly<Record<string, NoteableKind>>;

/** A record as it is for who writes a note on it, in the transaction of the write. */
export interface HeldNoteable {
  readonly standing: ProjectStanding;
  readonly authorId: UserId;
  /** Only members of the project write there. */
  readonly discussionLocked: boolean;
}

/** A text that somebody writes, before the transaction of the write. */
export interface NoteText {
  readonly body: string;
  /** Its quick actions, awards apart. */
  readonly actions: readonly QuickAction[];
}

/** What the owner of the records does around their notes. @typeParam Found what it keeps of a record from the read to the write */
export abstract class Noteables<Found extends Noteable = Noteable> {
  /**
   * The record in a path.
   * @param number its number or id in the path
   * @returns null for one that is there and that the caller may not read
   * @throws NoteableNotFound
   */
  abstract find(call: EndpointCall<object>, kind: string, number: number): Promise<Found | null>;

  /** What the single read of a note on the record prints besides. */
  abstract more(call: EndpointCall<object>, noteable: Found): Promise<object>;

  /**
   * Asks other services what the write of a text needs of them, before its transaction; here too, owners carry out quick actions that have
   * transactions of their own.
   * @throws NoteableNotFound, Forbidden
   */
  prepare(noteable: Found, _text: NoteText, _actor: Principal): Promise<Found> {
    return Promise.resolve(noteable);
  }

  /** Keeps the record from being deleted until the transaction ends. @returns undefined when it is gone */
  abstract hold(tx: Tx, noteable: Found, actor: Principal): Promise<HeldNoteable | undefined>;

  /** Carries out quick actions of a note, as far as they are possible and for the actor. */
  abstract act(
    tx: Tx,
    noteable: Found,
    actions: readonly QuickAction[],
    by: { readonly actor: Principal; readonly standing: ProjectStanding },
  ): Promise<AppliedActions>;

  /**
   * A note by a user was written, its text changed, or it was deleted.
   * @param difference how many more notes there are
   */
  abstract noted(
    tx: Tx,
    noteable: Found,
    body: string,
    by: { readonly actor: Principal; readonly difference: -1 | 0 | 1 },
  ): Promise<void>;

  /** The awards of the record changed. */
  abstract awarded(tx: Tx, noteable: Found): Promise<void>;

  /** Users by id, also those who were deleted. */
  abstract authors(db: Db, ids: readonly UserId[]): Promise<ReadonlyMap<UserId, NoteAuthor>>;
}
