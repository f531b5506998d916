import { v4 } from '@hearth/http';
import { MOST_TEXT, PositionParams } from '@hearth/notes';
import { z } from 'zod';

const commit = { id: v4.project(), sha: z.string() };
const discussion = { ...commit, discussion_id: z.string().describe('Id of the discussion') };
const body = v4.text({ most: MOST_TEXT }).describe('Text of the note');

export const CommitDiscussionsParams = z.object({ ...commit, ...v4.page });
export const CommitDiscussionParams = z.object(discussion);
export const CommitNoteParams = z.object({ ...discussion, note_id: v4.id() });

export const OpenCommitDiscussionParams = z.object({ ...commit, body, position: v4.optional(PositionParams) });
export const ReplyToCommitDiscussionParams = z.object({ ...discussion, body });
export const ChangeCommitNoteParams = CommitNoteParams.extend({ body });
