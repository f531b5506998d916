import { isDotGit } from '../git/refs/dot-git.rules.js';
import { ContentMissing, DirectoryTraversal, FilePathInvalid, FilePathMissing, UnknownAction } from '../refusals.js';

/** One change of a batch commit, as it was sent. */
export interface CommitAction {
  readonly action: string;
  readonly filePath?: string;
  readonly previousPath?: string;
  readonly content?: string;
  /** `base64`; everything else is text. */
  readonly encoding?: string;
  readonly lastCommitId?: string;
}

const ACTIONS = ['create', 'create_dir', 'update', 'move', 'delete'] as const;

/** @throws UnknownAction */
export function kindOf({ action }: CommitAction): (typeof ACTIONS)[number] {
  const kind = ACTIONS.find((each) => each === action);
  if (kind === undefined) throw UnknownAction({ action });
  return kind;
}

/** The path whose last commit an action's `last_commit_id` names: where the file is before the action. */
export function pathBefore({ filePath, previousPath }: CommitAction): string | undefined {
  return previousPath || filePath;
}

/**
 * The names of a path. Slashes around it, doubled ones and `.` say nothing.
 * @throws FilePathMissing, DirectoryTraversal, FilePathInvalid for what git would not check out
 */
export function segmentsOf(path: string | undefined): string[] {
  const segments = (path ?? '').split('/').filter((segment) => segment !== '' && segment !== '.');
  if (segments.length === 0) throw FilePathMissing();
  if (segments.includes('..')) throw DirectoryTraversal();
  if (segments.some(isDotGit)) throw FilePathInvalid({ path: path! });
  return segments;
}

/**
 * The bytes that a file is to have: text with LF for CRLF, or whatever can be read of base64.
 * @throws ContentMissing
 */
export function contentBytes({ content, encoding }: CommitAction): Buffer {
  if (content === undefined) throw ContentMissing();
  return encoding === 'base64' ? Buffer.from(content, 'base64') : withoutCarriageReturns(Buffer.from(content));
}

/** In place: a content may be large. */
function withoutCarriageReturns(bytes: Buffer): Buffer {
  let kept = bytes.indexOf('\r\n');
  if (kept === -1) return bytes;
  let from = kept + 1;
  while (from < bytes.length) {
    const next = bytes.indexOf('\r\n', from);
    const end = next === -1 ? bytes.length : next;
    bytes.copyWithin(kept, from, end);
    kept += end - from;
    from = end + 1;
  }
  return bytes.subarray(0, kept);
}
