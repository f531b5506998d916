import { NoteView } from '@hearth/notes';
import { z } from 'zod';
import type { SnippetRecord } from '../snippets/snippets.store.js';

/** The single read shows the snippet too. */
export const SnippetNoteView = NoteView.extend({ title: z.string(), file_name: z.string(), expires_at: z.null() });

/** What a note's single read shows of its snippet, which does not expire. */
export function presentSnippetOfNote({ title, fileName }: SnippetRecord) {
  return { title, file_name: fileName, expires_at: null };
}
