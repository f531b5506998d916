import { z } from 'zod';
import { NoteView, presentNote, type PresentableNote } from '../note.view.js';

export const DiscussionView = z.strictObject({
  id: z.string().describe('Id of the discussion, 40 hexadecimal digits'),
  individual_note: z.boolean().describe('Whether it is a note that stands alone'),
  notes: z.array(NoteView).describe('Notes, in the order in which they were written'),
});
export type DiscussionView = z.output<typeof DiscussionView>;

/**
 * @param notes at least one
 * @param baseUrl scheme, host and port that the client used
 */
export function presentDiscussion(notes: readonly PresentableNote[], baseUrl: string): DiscussionView {
  const { discussionId, type } = notes[0]!.note;
  return {
    id: discussionId,
    individual_note: type === null,
    notes: notes.map((note) => presentNote(note, baseUrl)),
  };
}
