import { UserBasicView, presentUserBasic } from '@hearth/identity-contracts';
import { z } from 'zod';
import type { CommitCommentFact } from './commit-comments.facts.js';

/** The last three are null for a comment on the whole commit. */
export const CommitCommentView = z.strictObject({
  note: z.string(),
  author: UserBasicView,
  created_at: z.string(),
  path: z.string().nullable(),
  line: z.int().nullable(),
  line_type: z.enum(['new', 'old']).nullable(),
});
export type CommitCommentView = z.output<typeof CommitCommentView>;

/** @param baseUrl scheme, host and port that the client used */
export function presentCommitComment({ comment, author }: CommitCommentFact, baseUrl: string): CommitCommentView {
  const { note, createdAt, path, line, lineType } = comment;
  return {
    note,
    author: presentUserBasic(author, baseUrl),
    created_at: createdAt.toISOString(),
    path,
    line,
    line_type: lineType,
  };
}
