/** Change of a file between two trees, as the repository service reports it. */
export interface ChangedFile {
  readonly oldPath: string;
  readonly newPath: string;
  /** Null for an added file. */
  readonly oldMode: string | null;
  /** Null for a deleted file. */
  readonly newMode: string | null;
  readonly renamed: boolean;
  /** The unified diff from `--- a/x` on; empty without one. */
  readonly patch: string;
}

/** A line of a diff; `part` is the header of a hunk. */
export interface DiffLine {
  readonly kind: 'added' | 'removed' | 'same' | 'part';
  /** Numbers of the line before and after; undefined on the side that does not have it. */
  readonly before?: number;
  readonly after?: number;
  /** With `+`, `-` or a space at the beginning. */
  readonly text: string;
}

/** Data of the partial `diff`: one file. */
export interface DiffFile {
  /** Anchor of the file on its page. */
  readonly id: string;
  readonly path: string;
  /** Former path of a renamed file. */
  readonly oldPath?: string;
  readonly change: 'added' | 'deleted' | 'renamed' | 'changed';
  readonly added: number;
  readonly removed: number;
  readonly lines: readonly DiffLine[];
  /** Reason for which no lines are shown. */
  readonly without?: 'binary' | 'large' | 'same';
  readonly isOpen: boolean;
}

/** Data of the partial `diff`. */
export interface PageDiff {
  readonly files: readonly DiffFile[];
  readonly added: number;
  readonly removed: number;
  /** Files that are not listed. */
  readonly more: number;
}

/** Bounds of one page: browsers are slow with more. */
const MOST = { files: 300, lines: 10_000, linesOfFile: 2_000, openLines: 2_000 };

/**
 * Returns the changed files of a page, with the lines that fit on it. The first files are unfolded.
 * @param overflow texts of files are missing because they exceed the limits of the repository service
 */
export function presentDiff({
  files,
  overflow,
}: {
  readonly files: readonly ChangedFile[];
  readonly overflow: boolean;
}): PageDiff {
  let lines = 0;
  const shown = files.slice(0, MOST.files).map((file, index): DiffFile => {
    const parsed = parseLines(file.patch);
    const count = (kind: DiffLine['kind']) => parsed.filter((line) => line.kind === kind).length;
    const fits = parsed.length <= MOST.linesOfFile && lines + parsed.length <= MOST.lines;
    if (fits) lines += parsed.length;
    const without = withoutLines(file.patch, parsed.length, fits && !(overflow && file.patch === ''));
    return {
      id: `file-${index + 1}`,
      path: file.newMode === null ? file.oldPath : file.newPath,
      ...(file.renamed && { oldPath: file.oldPath }),
      change: changeOf(file),
      added: count('added'),
      removed: count('removed'),
      lines: fits ? parsed : [],
      ...(without && { without }),
      isOpen: without === undefined && lines <= MOST.openLines,
    };
  });
  const sum = (of: 'added' | 'removed') => shown.reduce((total, file) => total + file[of], 0);
  return { files: shown, added: sum('added'), removed: sum('removed'), more: files.length - shown.length };
}

function withoutLines(patch: string, lines: number, fits: boolean): DiffFile['without'] {
  if (patch.startsWith('Binary files ')) return 'binary';
  if (!fits) return 'large';
  // Files without a text are empty, or have another name or mode.
  return lines > 0 ? undefined : 'same';
}

function changeOf({ oldMode, newMode, renamed }: ChangedFile): DiffFile['change'] {
  if (oldMode === null) return 'added';
  if (newMode === null) return 'deleted';
  return renamed ? 'renamed' : 'changed';
}

const HUNK = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@/;

function parseLines(patch: string): DiffLine[] {
  const lines: DiffLine[] = [];
  let [before, after] = [0, 0];
  let isInHunk = false;
  for (const text of patch.replace(/\n$/, '').split('\n')) {
    const hunk = HUNK.exec(text);
    if (hunk) {
      [before, after] = [Number(hunk[1]), Number(hunk[2])];
      isInHunk = true;
      lines.push({ kind: 'part', text });
    } else if (!isInHunk) continue;
    else if (text.startsWith('+')) lines.push({ kind: 'added', after: after++, text });
    else if (text.startsWith('-')) lines.push({ kind: 'removed', before: before++, text });
    else if (text.startsWith('\\')) lines.push({ kind: 'part', text });
    else lines.push({ kind: 'same', before: before++, after: after++, text });
  }
  return lines;
}
