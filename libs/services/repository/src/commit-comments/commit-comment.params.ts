import { v4 } from '@hearth/http';
import { z } from 'zod';

export const CommitCommentsParams = z.object({ id: v4.project(), sha: z.string(), ...v4.page });
export type CommitCommentsParams = z.output<typeof CommitCommentsParams>;

/** With `path`, the comment is placed at a line of that file, and `line` is required. */
export const CreateCommitCommentParams = z
  .object({
    id: v4.project(),
    sha: z.string(),
    note: v4.text(),
    path: v4.optional(v4.text()),
    line: v4.optional(v4.integer()),
    line_type: v4.optional(v4.oneOf(['new', 'old'])),
  })
  .superRefine(({ path, line }, { addIssue }) => {
    if (path && line === undefined) addIssue({ code: 'custom', message: 'is missing', path: ['line'] });
  });
export type CreateCommitCommentParams = z.output<typeof CreateCommitCommentParams>;
