import type { ProjectId, UserId } from '@hearth/contract-kit';

/** UTF-16 units of a note. */
export const MOST_TEXT = 1_000_000;

/** What notes are written on, as its owner has resolved it for the caller. */
export interface Noteable {
  /** One of the service's kinds. */
  readonly kind: string;
  readonly id: number;
  /** Its number in the project; null where it has none. */
  readonly iid: number | null;
  readonly projectId: ProjectId;
}

export interface Note {
  readonly id: number;
  readonly authorId: UserId;
  readonly body: string;
  /** Written by the system, about what its author did. */
  readonly system: boolean;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** Which notes a list shows first. */
export interface NoteOrder {
  readonly by: 'created_at' | 'updated_at';
  readonly sort: 'asc' | 'desc';
}

/** What is wrong with a body, by field of the API. */
export function bodyFailures(body: string): Record<string, string[]> {
  return body.trim() === '' ? { note: ["can't be blank"] } : {};
}
