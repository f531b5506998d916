import { UserBasicView, presentUserBasic } from '@hearth/identity-contracts';
import { PositionView, presentPosition } from '@hearth/notes';
import { z } from 'zod';
import type { CommitCommentFact } from '../commit-comments/commit-comments.facts.js';

export const CommitNoteView = z.strictObject({
  id: z.int(),
  type: z
    .enum(['DiscussionNote', 'DiffNote', 'LegacyDiffNote'])
    .nullable()
    .describe('`DiffNote` and `LegacyDiffNote` on a line of the diff; null for a comment that stands alone'),
  body: z.string(),
  attachment: z.null(),
  author: UserBasicView,
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
  system: z.literal(false),
  noteable_id: z.null().describe('Always null: commits have no number'),
  noteable_type: z.literal('Commit'),
  noteable_iid: z.null(),
  commit_id: z.string().describe('Id of the commit'),
  position: PositionView.optional().describe('Line of the diff; only of a `DiffNote`'),
  resolvable: z.literal(false).describe('Always false'),
  discussion_id: z.string().describe('Id of the discussion of the note'),
});
export type CommitNoteView = z.output<typeof CommitNoteView>;

export const CommitDiscussionView = z.strictObject({
  id: z.string().describe('Id of the discussion, 40 hexadecimal digits'),
  individual_note: z.boolean().describe('Whether it is a comment that stands alone'),
  notes: z.array(CommitNoteView).describe('Notes, in the order in which they were written'),
});
export type CommitDiscussionView = z.output<typeof CommitDiscussionView>;

/** Comments of one discussion, and their commit. */
export interface CommitDiscussion {
  readonly id: string;
  readonly commitId: string;
  readonly comments: readonly CommitCommentFact[];
}

/** @param baseUrl scheme, host and port that the client used */
export function presentCommitDiscussion(
  { id, commitId, comments }: CommitDiscussion,
  baseUrl: string,
): CommitDiscussionView {
  const notes = comments.map((fact) => presentCommitNote(commitId, fact, baseUrl));
  return { id, individual_note: notes[0]?.type === null, notes };
}

/** @param baseUrl scheme, host and port that the client used */
export function presentCommitNote(
  commitId: string,
  { comment, author }: CommitCommentFact,
  baseUrl: string,
): CommitNoteView {
  const { id, note, type, path, position, discussionId, createdAt, updatedAt } = comment;
  return {
    id,
    type: type ?? (path === null ? null : 'LegacyDiffNote'),
    body: note,
    attachment: null,
    author: presentUserBasic(author, baseUrl),
    created_at: createdAt.toISOString(),
    updated_at: (updatedAt ?? createdAt).toISOString(),
    system: false,
    ...{ noteable_id: null, noteable_type: 'Commit', noteable_iid: null },
    commit_id: commitId,
    ...(position && { position: presentPosition(position) }),
    resolvable: false,
    discussion_id: discussionId,
  };
}
