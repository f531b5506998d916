import { NoteView } from '@hearth/notes';
import { z } from 'zod';
import type { SnippetRecord } from '../snippets/snippets.store.js';

/** The single read also contains the snippet. */
export const SnippetNoteView = NoteView.extend({ title: z.string(), file_name: z.string(), expires_at: z.null() });

/** Snippet's fields in the single read of a note; snippets do not expire. */
export function presentSnippetOfNote({ title, fileName }: SnippetRecord) {
  return { title, file_name: fileName, expires_at: null };
}
