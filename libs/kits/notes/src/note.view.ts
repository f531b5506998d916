import { UserBasicView, presentUserBasic, type UserCard } from '@hearth/identity-contracts';
import { z } from 'zod';
import type { Note, Noteable } from './note.rules.js';

/** Author of a note, as the view shows it. */
export interface NoteAuthor extends Omit<UserCard, 'createdAt' | 'askedAs' | 'email'> {
  readonly email: string | null;
  readonly createdAt: Date;
}

const AuthorView = UserBasicView.extend({ email: z.string().nullable(), created_at: z.iso.datetime() });

export const NoteView = z.strictObject({
  id: z.int(),
  body: z.string(),
  attachment: z.null(),
  author: AuthorView,
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
  system: z.boolean(),
  noteable_id: z.int(),
  noteable_type: z.string(),
  noteable_iid: z.int().nullable(),
  resolvable: z.boolean(),
});
export type NoteView = z.output<typeof NoteView>;

/** Note with the records that its view needs. */
export interface PresentableNote {
  readonly note: Note;
  readonly author: NoteAuthor;
  readonly noteable: Noteable;
  /** The API's name of the kind of record: `Issue`. */
  readonly type: string;
}

/** @param baseUrl scheme, host and port that the client used */
export function presentNote({ note, author, noteable, type }: PresentableNote, baseUrl: string): NoteView {
  return {
    id: note.id,
    body: note.body,
    // Files are links in the text.
    attachment: null,
    author: {
      ...presentUserBasic(author, baseUrl),
      email: author.email,
      created_at: author.createdAt.toISOString(),
    },
    created_at: note.createdAt.toISOString(),
    updated_at: note.updatedAt.toISOString(),
    system: note.system,
    noteable_id: noteable.id,
    noteable_type: type,
    noteable_iid: noteable.iid,
    resolvable: false,
  };
}
