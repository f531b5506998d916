import { DiscussionNotFound, MOST_IN_DISCUSSION, NoReplies, type Position } from '@hearth/notes';
import { linesOf } from '@hearth/repository-contracts';
import { DiscussionFull } from '../refusals.js';
import type { CommentThread, CommitComment } from './commit-comments.store.js';
import type { Place } from './placement.rules.js';

/** Tells whether a comment has replies: one on a whole commit that was made without a discussion has none. */
export function takesReplies({ type, path }: Pick<CommitComment, 'type' | 'path'>): boolean {
  return type !== null || path !== null;
}

/**
 * Returns the place of a reply, which is that of the first comment.
 * @throws DiscussionNotFound, NoReplies, DiscussionFull
 */
export function placeOfReply(comments: readonly CommitComment[]): { place: Place | null; thread: CommentThread } {
  const [first] = comments;
  if (!first) throw DiscussionNotFound();
  const { discussionId, type, position, path, line, lineType } = first;
  const place = path === null ? null : { path, line: line!, lineType: lineType! };
  if (!takesReplies(first)) throw NoReplies();
  if (comments.length >= MOST_IN_DISCUSSION) throw DiscussionFull({ most: MOST_IN_DISCUSSION });
  return { place, thread: { discussionId, type, position } };
}

/** Returns the place of a comment by its position on the diff: null for a line that stays. @param patch of the file */
export function placeAt({ newPath: path, oldLine, newLine }: Position, patch: string): Place | null {
  if (newLine !== null) return oldLine === null ? { path, line: newLine, lineType: 'new' } : null;
  const lines = [...linesOf(patch)];
  const removed = lines.findIndex((line) => line.kind === 'removed' && line.oldLine === oldLine);
  if (removed === -1) return null;
  const next = lines.slice(removed).find((line) => line.newLine !== null)?.newLine;
  const before = lines.slice(0, removed).findLast((line) => line.newLine !== null)?.newLine ?? 0;
  return { path, line: next ?? before + 1, lineType: 'old' };
}
