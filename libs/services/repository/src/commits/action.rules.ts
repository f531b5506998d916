import { isDotGit } from '../git/refs/dot-git.rules.js';
import { ContentMissing, DirectoryTraversal, FilePathInvalid, FilePathMissing, UnknownAction } from '../refusals.js';

/** One change in the request for a batch commit. */
export interface CommitAction {
  readonly action: string;
  readonly filePath?: string;
  readonly previousPath?: string;
  readonly content?: string;
  /** `base64`; any other value means text. */
  readonly encoding?: string;
  readonly lastCommitId?: string;
  /** Whether the file can be executed; undefined leaves it as it is. */
  readonly executable?: boolean;
}

const ACTIONS = ['create', 'create_dir', 'update', 'move', 'delete', 'chmod'] as const;

/** @throws UnknownAction */
export function kindOf({ action }: CommitAction): (typeof ACTIONS)[number] {
  const kind = ACTIONS.find((each) => each === action);
  if (kind === undefined) throw UnknownAction({ action });
  return kind;
}

/** Returns the path whose last commit `last_commit_id` names: the file's path before the action. */
export function pathBefore({ filePath, previousPath }: CommitAction): string | undefined {
  return previousPath || filePath;
}

/**
 * Returns the segments of a path. Surrounding slashes, doubled slashes and `.` are ignored.
 * @throws FilePathMissing, DirectoryTraversal, FilePathInvalid for paths that git would not check out
 */
export function segmentsOf(path: string | undefined): string[] {
  const segments = (path ?? '').split('/').filter((segment) => segment !== '' && segment !== '.');
  if (segments.length === 0) throw FilePathMissing();
  if (segments.includes('..')) throw DirectoryTraversal();
  if (segments.some(isDotGit)) throw FilePathInvalid({ path: path! });
  return segments;
}

/**
 * Returns the bytes of the file: text with CRLF replaced by LF, or base64 as far as it can be decoded.
 * @throws ContentMissing
 */
export function contentBytes({ content, encoding }: CommitAction): Buffer {
  if (content === undefined) throw ContentMissing();
  return encoding === 'base64' ? Buffer.from(content, 'base64') : withoutCarriageReturns(Buffer.from(content));
}

/** Works in place, because the content may be large. */
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
