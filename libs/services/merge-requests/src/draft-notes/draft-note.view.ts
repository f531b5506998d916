import { PositionView, presentPosition } from '@hearth/notes';
import { z } from 'zod';
import type { DraftNote } from './draft-note.rules.js';

const nothing = z.null().describe('Null where the note is on no line');
const NO_POSITION = {
  ...{ base_sha: null, start_sha: null, head_sha: null, old_path: null, new_path: null },
  ...{ position_type: 'text' as const, old_line: null, new_line: null, line_range: null },
};
const NoPositionView = z.strictObject({
  ...{ base_sha: nothing, start_sha: nothing, head_sha: nothing, old_path: nothing, new_path: nothing },
  ...{
    position_type: z.literal('text').describe('Always `text`'),
    old_line: nothing,
    new_line: nothing,
    line_range: nothing,
  },
});

export const DraftNoteView = z.strictObject({
  id: z.int(),
  author_id: z.int().describe('Id of the author, the only user who sees it'),
  merge_request_id: z.int(),
  resolve_discussion: z.boolean().describe('Whether its publication resolves the discussion that it answers'),
  discussion_id: z.string().nullable().describe('Id of the discussion that it answers; null for one that answers none'),
  note: z.string().describe('Text'),
  commit_id: z.null().describe('Always null'),
  position: z.union([PositionView, NoPositionView]).describe('Line of the diff; without one, all its fields are null'),
  line_code: z.string().nullable().describe('Identifier of the line; null without one'),
});
export type DraftNoteView = z.output<typeof DraftNoteView>;

export function presentDraftNote(draft: DraftNote): DraftNoteView {
  return {
    id: draft.id,
    author_id: draft.authorId,
    merge_request_id: draft.mergeRequestId,
    resolve_discussion: draft.resolvesDiscussion,
    discussion_id: draft.discussionId,
    note: draft.body,
    commit_id: null,
    position: draft.position ? presentPosition(draft.position) : NO_POSITION,
    line_code: draft.lineCode,
  };
}
