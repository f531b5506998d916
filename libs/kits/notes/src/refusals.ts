import { defineRefusal } from '@hearth/contract-kit';
import type { AppliedActions } from './quick-actions/quick-action.rules.js';

/** The record exists, but the caller may not read its notes. */
export const NotesNotFound = defineRefusal('notes-not-found', 404, { message: '404 Notes Not Found' });

export const NoteNotFound = defineRefusal('note-not-found', 404, { message: '404 Note Not Found' });

export const DiscussionNotFound = defineRefusal('discussion-not-found', 404, { message: '404 Discussion Not Found' });

/** A system note is the whole discussion. */
export const NoReplies = defineRefusal('no-replies', 400, {
  message: '400 Bad request - Discussion can not be replied to.',
});

export const NoteNotResolvable = defineRefusal('note-not-resolvable', 400, {
  message: '400 Bad request - Note is not resolvable',
});

/** Response to a note that consisted of quick actions only, which were applied. Not an error. */
export const CommandsApplied = defineRefusal<AppliedActions>('commands-applied', 202, ({ changes, summary }) => ({
  commands_changes: changes,
  summary,
}));

/** The record of the notes does not exist (any more), or is hidden from the caller. */
export const NoteableNotFound = defineRefusal('noteable-not-found', 404, { message: '404 Not found' });

export const NoteInvalid = defineRefusal<{ failures: Record<string, string[]> }>(
  'note-invalid',
  400,
  ({ failures }) => ({ message: failures }),
);

/** The award does not exist, or the caller may not give it. */
export const AwardNotFound = defineRefusal('award-not-found', 404, { message: '404 Award Emoji Not Found' });

/** The message is the name of the record and a map of errors, as Ruby prints it. */
export const AwardInvalid = defineRefusal<{ reason: string }>('award-invalid', 404, ({ reason }) => ({
  message: `404 Award Emoji {:name=>["${reason}"]} Not Found`,
}));
