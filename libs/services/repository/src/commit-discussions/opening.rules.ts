import { positionOn, type GivenPosition } from '@hearth/notes';
import { anchorOf } from '@hearth/pages';
import { linesOf } from '@hearth/repository-contracts';
import type { CommentThread } from '../commit-comments/commit-comments.store.js';
import type { Place } from '../commit-comments/placement.rules.js';
import { placeAt } from '../commit-comments/thread.rules.js';
import type { Commit } from '../git/objects/commit-object.js';
import type { FileDiff } from '../git/reads/patch-parser.js';
import { PositionInvalid } from '../refusals.js';

/** Place of the first comment of a discussion. */
export interface Opening {
  readonly place: Place | null;
  readonly thread: CommentThread;
}

/** In place of the parent of a first commit, as GitLab has it. */
const NO_PARENT = '0'.repeat(40);

export const ON_COMMIT: Opening = {
  place: null,
  thread: { discussionId: null, type: 'DiscussionNote', position: null },
};

/**
 * Returns the place of a comment on a line as the page of a commit names it.
 * @param line the anchor of its file, and its numbers before and after
 * @throws PositionInvalid for a line that the diff does not show
 */
export function openingAt(
  commit: Commit,
  files: readonly FileDiff[],
  line: { readonly on?: string | undefined; readonly comment?: string | undefined },
): Opening {
  const file = files.find(({ newPath }) => anchorOf(newPath) === line.on);
  const at = file && [...linesOf(file.patch)].find(({ place }) => place !== '' && place === line.comment);
  if (!at) throw PositionInvalid();
  const base = commit.parents[0] ?? NO_PARENT;
  const { oldPath, newPath } = file;
  const { oldLine, newLine } = at;
  const shas = { baseSha: base, startSha: base, headSha: commit.id };
  return openingOn(commit, files, { ...shas, oldPath, newPath, oldLine, newLine, lineRange: null });
}

/**
 * Returns the place of a comment on a line of the diff of a commit.
 * @throws PositionInvalid for a line that the diff does not show, or one of other commits
 */
export function openingOn({ id, parents }: Commit, files: readonly FileDiff[], given: GivenPosition): Opening {
  const base = parents[0] ?? NO_PARENT;
  const isOfCommit = given.headSha === id && given.baseSha === base && given.startSha === base;
  const position = isOfCommit ? positionOn(files, given) : undefined;
  if (!position) throw PositionInvalid();
  const { patch } = files.find(({ newPath }) => newPath === position.newPath)!;
  return { place: placeAt(position, patch), thread: { discussionId: null, type: 'DiffNote', position } };
}
