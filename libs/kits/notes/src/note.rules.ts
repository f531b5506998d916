import type { Principal, ProjectAccess, ProjectId, UserId } from '@hearth/contract-kit';
import type { Position } from './discussions/position.rules.js';

/** Maximum length of a note, in UTF-16 units. */
export const MOST_TEXT = 1_000_000;

/** Record that has notes, as resolved for the caller by the service that owns it. */
export interface Noteable {
  /** One of the service's kinds. */
  readonly kind: string;
  readonly id: number;
  /** Its number in the project; null for kinds without one. */
  readonly iid: number | null;
  readonly projectId: ProjectId;
  /** The caller's, to its project. */
  readonly access: ProjectAccess;
  readonly caller: Principal;
}

/** Null for a note that stands alone. */
export type NoteType = 'DiscussionNote' | 'DiffNote' | null;

/** Replacement of lines that the text of a note on a diff suggests. */
export interface NoteSuggestion {
  readonly id: number;
  /** First and last line that it replaces, from 1 on. */
  readonly from: number;
  readonly to: number;
  /** These lines; null where the diff does not show all of them. */
  readonly before: readonly string[] | null;
  /** The new lines. */
  readonly lines: readonly string[];
  /** Whether the diff has changed since the note was written. */
  readonly outdated: boolean;
  readonly applied: boolean;
  /** Whether it would change the lines as they are. */
  readonly appliable: boolean;
}

export interface Note {
  readonly id: number;
  /** 40 hexadecimal digits; a note that stands alone has a discussion of its own. */
  readonly discussionId: string;
  readonly type: NoteType;
  readonly authorId: UserId;
  readonly body: string;
  /** Written by the system about an action of the author. */
  readonly system: boolean;
  /** Line of a diff; null for other types than `DiffNote`. */
  readonly position: Position | null;
  readonly resolvedById: UserId | null;
  readonly resolvedAt: Date | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** Sort order of a list of notes. */
export interface NoteOrder {
  readonly by: 'created_at' | 'updated_at';
  readonly sort: 'asc' | 'desc';
}

/** Returns the failures of a body, by field of the API. */
export function bodyFailures(body: string): Record<string, string[]> {
  return body.trim() === '' ? { note: ["can't be blank"] } : {};
}
