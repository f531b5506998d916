import { defineRefusal } from '@hearth/contract-kit';
import type { AppliedActions } from './quick-action.rules.js';

/** The record is there, and its notes are not for the caller. */
export const NotesNotFound = defineRefusal('notes-not-found', 404, { message: '404 Notes Not Found' });

export const NoteNotFound = defineRefusal('note-not-found', 404, { message: '404 Note Not Found' });

/** No refusal, but an answer of its own: a note that was nothing but quick actions, which have been carried out. */
export const CommandsApplied = defineRefusal<AppliedActions>('commands-applied', 202, ({ changes, summary }) => ({
  commands_changes: changes,
  summary,
}));

/** What the notes are about is not there (any more), or hidden. */
export const NoteableNotFound = defineRefusal('noteable-not-found', 404, { message: '404 Not found' });

export const NoteInvalid = defineRefusal<{ failures: Record<string, string[]> }>(
  'note-invalid',
  400,
  ({ failures }) => ({ message: failures }),
);

/** The award is not there, or not for the caller to give. */
export const AwardNotFound = defineRefusal('award-not-found', 404, { message: '404 Award Emoji Not Found' });

/** The text is a map of errors as Ruby prints it, behind the name of the record. */
export const AwardInvalid = defineRefusal<{ reason: string }>('award-invalid', 404, ({ reason }) => ({
  message: `404 Award Emoji {:name=>["${reason}"]} Not Found`,
}));
