import type { UserId } from '@hearth/contract-kit';
import type { Note, NoteType } from '../note.rules.js';
import type { NoteableKind } from '../noteables.js';
import type { GivenPosition, Position } from './position.rules.js';

/** Maximum number of notes in a discussion, which lists return whole. */
export const MOST_IN_DISCUSSION = 250;

/** Discussion that a new note opens, with the line of a diff if it is about one, which may have been located before, or replies to. */
export type Thread =
  | { readonly position: GivenPosition | undefined }
  | { readonly located: Position }
  | { readonly replyTo: string };

/** Fields by which a new note belongs to its discussion. */
export interface NotePlace {
  readonly discussionId: string;
  readonly type: NoteType;
  readonly position: Position | null;
  /** User who resolves the note with its creation; null: it is not resolved. */
  readonly resolvedById: UserId | null;
}

/** Whether a note can be resolved: it is part of a discussion, and the kind of record has resolvable discussions. */
export function isResolvable({ type, system }: Pick<Note, 'type' | 'system'>, { abilities }: NoteableKind): boolean {
  return abilities.resolve !== undefined && type !== null && !system;
}

/** Whether a discussion is resolved: it has resolvable notes, and all of them are. */
export function isResolved(notes: readonly Note[], kind: NoteableKind): boolean {
  const resolvable = notes.filter((note) => isResolvable(note, kind));
  return resolvable.length > 0 && resolvable.every(({ resolvedAt }) => resolvedAt !== null);
}

/**
 * Returns the place of a reply: of the type of the first note, or a `DiscussionNote` under a note that stood alone. A reply to a resolved
 * discussion leaves it resolved.
 */
export function placeOfReply(notes: readonly Note[], kind: NoteableKind, authorId: UserId): NotePlace {
  const { discussionId, type, position } = notes[0]!;
  const resolvedById = isResolved(notes, kind) ? authorId : null;
  return { discussionId, type: type ?? 'DiscussionNote', position, resolvedById };
}

/** Returns the failures of a reply, by field of the API. */
export function replyFailures(notes: readonly Note[]): Record<string, string[]> {
  return notes.length >= MOST_IN_DISCUSSION
    ? { discussion: [`has too many notes (the maximum is ${MOST_IN_DISCUSSION})`] }
    : {};
}
