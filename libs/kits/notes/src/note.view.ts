import { UserBasicView, presentUserBasic, type UserCard } from '@hearth/identity-contracts';
import { z } from 'zod';
import { PositionView, presentPosition } from './discussions/position.view.js';
import type { Note, NoteSuggestion, Noteable } from './note.rules.js';

/** Author of a note, as the view shows it. */
export interface NoteAuthor extends Omit<UserCard, 'createdAt' | 'askedAs' | 'email'> {
  readonly email: string | null;
  readonly createdAt: Date;
}

const AuthorView = UserBasicView.extend({ email: z.string().nullable(), created_at: z.iso.datetime() });

const type = z
  .enum(['DiscussionNote', 'DiffNote'])
  .nullable()
  .describe('`DiffNote` for a note on a line of a diff; null for a note that stands alone');
const discussion_id = z.string().describe('Id of the discussion of the note');
const position = PositionView.optional().describe('Line of the diff; only of notes on a diff');
const resolved = z.boolean().optional().describe('Whether the note is resolved; only where it can be');
const resolved_by = UserBasicView.nullable()
  .optional()
  .describe('User who resolved the note; only where it can be resolved');
const resolved_at = z.iso.datetime().nullable().optional().describe('When the note was resolved; only where it can be');

export const SuggestionView = z.strictObject({
  id: z.int().describe('Id of the suggestion, until the text of its note is changed'),
  from_line: z.int().describe('First line that it replaces'),
  to_line: z.int().describe('Last line that it replaces'),
  appliable: z.boolean().describe('Whether it would change the lines as they are'),
  applied: z.boolean().describe('Whether it was applied'),
  from_content: z.string().nullable().describe('The replaced lines; null where the diff does not show them'),
  to_content: z.string().describe('The new lines'),
});
export type SuggestionView = z.output<typeof SuggestionView>;
const suggestions = z.array(SuggestionView).optional().describe('Suggestions in its text; only of notes on a diff');

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
  ...{ type, discussion_id, position, suggestions, resolved, resolved_by, resolved_at },
});
export type NoteView = z.output<typeof NoteView>;

/** Note with the records that its view needs. */
export interface PresentableNote {
  readonly note: Note;
  readonly author: NoteAuthor;
  readonly noteable: Noteable;
  /** The API's name of the kind of record: `Issue`. */
  readonly type: string;
  readonly resolvable: boolean;
  readonly resolvedBy: NoteAuthor | null;
  readonly suggestions: readonly NoteSuggestion[];
}

/** @param baseUrl scheme, host and port that the client used */
export function presentNote(presentable: PresentableNote, baseUrl: string): NoteView {
  const { note, author, noteable, type, resolvable, resolvedBy } = presentable;
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
    resolvable,
    type: note.type,
    discussion_id: note.discussionId,
    ...(note.position && {
      position: presentPosition(note.position),
      suggestions: presentable.suggestions.map(presentSuggestion),
    }),
    ...(resolvable && {
      resolved: note.resolvedAt !== null,
      resolved_by: resolvedBy && presentUserBasic(resolvedBy, baseUrl),
      resolved_at: note.resolvedAt?.toISOString() ?? null,
    }),
  };
}

export function presentSuggestion(suggestion: NoteSuggestion): SuggestionView {
  const { id, from, to, appliable, applied, before, lines } = suggestion;
  return {
    ...{ id, from_line: from, to_line: to, appliable, applied },
    from_content: before && contentOf(before),
    to_content: contentOf(lines),
  };
}

function contentOf(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join('');
}
