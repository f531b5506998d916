import { refused, v4 } from '@hearth/http';
import { MOST_TEXT, PositionParams } from '@hearth/notes';
import { MergeRequestParams, PagedMergeRequestParams } from '../merge-requests/merge-request.params.js';

const note = v4.text({ most: MOST_TEXT });
const position = v4.optional(PositionParams);

export const ListDraftNotesParams = PagedMergeRequestParams;
export const DraftNoteParams = MergeRequestParams.extend({
  draft_note_id: v4.id().describe('Id of the draft note'),
});
export const CreateDraftNoteParams = MergeRequestParams.extend({
  note: note.describe('Text'),
  in_reply_to_discussion_id: v4
    .optional(v4.text({ most: 255 }))
    .describe('Id of the discussion that it answers; not together with `position`'),
  resolve_discussion: v4.optional(v4.boolean()).describe('Whether its publication resolves that discussion'),
  position,
  commit_id: refused(),
});
export const UpdateDraftNoteParams = DraftNoteParams.extend({ note: note.optional().describe('Text'), position });
export const PublishDraftNotesParams = MergeRequestParams.extend({
  note: v4.optional(note).describe('Text of a comment that is written after the draft notes'),
  internal: refused(),
  reviewer_state: refused(),
});
