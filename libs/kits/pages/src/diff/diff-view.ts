import { hash } from 'node:crypto';
import type { DiffOptions } from './diff.params.js';
import { treeOf, type FileTree, type TreeFile } from './file-tree.js';
import type { PatchHtml } from './patch-html.js';
import { linesOf, type PatchLine } from '@hearth/repository-contracts';
import { pairsOf, type LinePair } from './line-pairs.js';

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

export interface DiffLine extends PatchLine {
  /** Null for a line that is shown as it is. */
  readonly html: string | null;
}

/** Data of the partial `diff`: one file. */
export interface DiffFile<Line extends DiffLine = DiffLine> {
  /** Anchor of the file on its page: the SHA-1 of its path. */
  readonly id: string;
  readonly path: string;
  /** Former path of a renamed file. */
  readonly oldPath?: string;
  readonly change: 'added' | 'deleted' | 'renamed' | 'changed';
  readonly added: number;
  readonly removed: number;
  readonly lines: readonly Line[];
  /** The lines side by side; undefined where they are not shown so. */
  readonly pairs?: readonly LinePair<Line>[];
  /** Reason for which no lines are shown. */
  readonly without?: 'binary' | 'large' | 'same';
  readonly isOpen: boolean;
}

/** Data of the partial `diff`. */
export interface PageDiff<File extends DiffFile = DiffFile> {
  readonly files: readonly File[];
  readonly tree: FileTree<TreeFile>;
  /** Of the files that are shown. */
  readonly added: number;
  readonly removed: number;
  readonly count: number;
  /** Files that are not listed. */
  readonly more: number;
  readonly options: DiffOptions;
  /** Addresses of the page with the other value of each option. */
  readonly switches: { readonly view: string; readonly w: string };
}

/** Bounds of one page: browsers are slow with more. */
const MOST = { files: 300, lines: 10_000, linesOfFile: 2_000, openLines: 2_000, openLinesOfFile: 300 };

/** Files of a diff, and whether texts of files are missing because they exceed the limits of the repository service. */
interface Changes {
  readonly files: readonly ChangedFile[];
  readonly overflow: boolean;
}

/**
 * Returns the changed files of a page, with the lines that fit on it. The first files are unfolded.
 * @param html of the files' patches, in their order
 * @param address of the page, with its other parameters
 */
export function presentDiff(
  changes: Changes,
  html: readonly PatchHtml[],
  options: DiffOptions,
  address: string,
): PageDiff {
  const files = presentFiles(changes, html, options);
  const tree = treeOf(files.map(({ id, path, added, removed }) => ({ path, address: `#${id}`, added, removed })));
  return {
    ...presentTotals(files, options, address),
    tree,
    count: changes.files.length,
    more: changes.files.length - files.length,
  };
}

/** Returns the files of a page with their sums, and the links that change how they are shown. */
export function presentTotals<File extends DiffFile>(files: readonly File[], options: DiffOptions, address: string) {
  const sum = (of: 'added' | 'removed') => files.reduce((total, file) => total + file[of], 0);
  const switches = {
    view: withOptions(address, { ...options, view: options.view === 'inline' ? 'parallel' : 'inline' }),
    w: withOptions(address, { ...options, w: !options.w }),
  };
  return { files, added: sum('added'), removed: sum('removed'), options, switches };
}

/** Returns an address with these options. */
export function withOptions(address: string, { view, w }: DiffOptions): string {
  const [path, query] = address.split('?', 2);
  const parameters = new URLSearchParams(query);
  if (view === 'parallel') parameters.set('view', view);
  if (w) parameters.set('w', '1');
  return parameters.size > 0 ? `${path}?${parameters}` : path!;
}

/** Returns the anchor of a file on the page of a diff: the SHA-1 of its path, with which line codes begin. */
export function anchorOf(path: string): string {
  return hash('sha1', path);
}

/** Returns the files that fit on a page. @param linesOfFile most lines of a file that are shown */
export function presentFiles(
  { files, overflow }: Changes,
  html: readonly PatchHtml[],
  { view }: DiffOptions,
  linesOfFile = MOST.linesOfFile,
): DiffFile[] {
  let lines = 0;
  const paths = new Set<string>();
  return files.slice(0, MOST.files).map((file, index): DiffFile => {
    const parsed = [...linesOf(file.patch)].map((line, place) => ({ ...line, html: html[index]?.[place] ?? null }));
    const count = (kind: DiffLine['kind']) => parsed.filter((line) => line.kind === kind).length;
    const fits = parsed.length <= linesOfFile && lines + parsed.length <= MOST.lines;
    if (fits) lines += parsed.length;
    const without = withoutLines(file.patch, parsed.length, fits && !(overflow && file.patch === ''));
    const path = file.newMode === null ? file.oldPath : file.newPath;
    // A file that becomes a symlink is two: one is deleted, one added.
    const id = anchorOf(path) + (paths.has(path) ? '-added' : '');
    paths.add(path);
    return {
      id,
      path,
      ...(file.renamed && { oldPath: file.oldPath }),
      change: changeOf(file),
      added: count('added'),
      removed: count('removed'),
      lines: fits ? parsed : [],
      ...(fits && view === 'parallel' && { pairs: pairsOf(parsed) }),
      ...(without && { without }),
      isOpen:
        without === undefined &&
        lines <= MOST.openLines &&
        (parsed.length <= MOST.openLinesOfFile || files.length === 1) &&
        file.newMode !== null,
    };
  });
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
