import type { DiffOptions } from './diff.params.js';
import { treeOf, type FileTree, type TreeFile } from './file-tree.js';
import type { PatchHtml } from './patch-html.js';
import type { PatchLine } from '@hearth/repository-contracts';
import { anchorOf, pathOf, type ChangedFile, type ChosenFile } from './chosen-files.js';
import { pairsOf, type LinePair } from './line-pairs.js';

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
  /** Address of the page that shows the file alone, from which its lines are loaded; undefined where this one has them. */
  readonly alone?: string;
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
  /** Address of the page with all files; undefined on that page. */
  readonly whole?: string;
  readonly options: DiffOptions;
  /** Addresses of the page with the other value of each option. */
  readonly switches: { readonly view: string; readonly w: string };
}

/** Files of a diff, and whether texts of files are missing because they exceed the limits of the repository service. */
interface Changes {
  readonly files: readonly ChosenFile[];
  /** Of their lines, in the order of the files. */
  readonly html: readonly PatchHtml[];
  readonly overflow: boolean;
}

/** Diff with the files that its page shows. */
export interface ShownDiff extends Changes {
  /** Number of its files. */
  readonly all: number;
}

/** Returns the changed files of a page. @param address of the page, with its other parameters */
export function presentDiff(changes: ShownDiff, options: DiffOptions, address: string): PageDiff {
  const files = presentFiles(changes, options, (file) => withOptions(address, { ...options, file }));
  const tree = treeOf(files.map(({ id, path, added, removed }) => ({ path, address: `#${id}`, added, removed })));
  const isAlone = options.file !== undefined;
  return {
    ...presentTotals(files, options, address),
    tree,
    count: isAlone ? files.length : changes.all,
    more: isAlone ? 0 : changes.all - files.length,
    ...(isAlone && { whole: withOptions(address, { ...options, file: undefined }) }),
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
export function withOptions(address: string, { view, w, file }: DiffOptions): string {
  const [path, query] = address.split('?', 2);
  const parameters = new URLSearchParams(query);
  if (view === 'parallel') parameters.set('view', view);
  if (w) parameters.set('w', '1');
  if (file !== undefined) parameters.set('file', file);
  return parameters.size > 0 ? `${path}?${parameters}` : path!;
}

/** Returns chosen files as their page shows them. @param aloneAt address of the page that shows a file alone, by its anchor */
export function presentFiles(
  { files, html, overflow }: Changes,
  { view, file: only }: DiffOptions,
  aloneAt: (anchor: string) => string,
): DiffFile[] {
  return files.map(({ file, id, lines: parsed, hasLines }, index): DiffFile => {
    const count = (kind: DiffLine['kind']) => parsed.filter((line) => line.kind === kind).length;
    const isMissing = (overflow && file.patch === '') || (only !== undefined && !hasLines);
    const without = withoutLines(file.patch, parsed.length, !isMissing);
    const lines = hasLines ? parsed.map((line, place) => ({ ...line, html: html[index]?.[place] ?? null })) : [];
    const path = pathOf(file);
    return {
      ...{ id, path, lines },
      ...(file.renamed && { oldPath: file.oldPath }),
      ...{ change: changeOf(file), added: count('added'), removed: count('removed') },
      ...(hasLines && view === 'parallel' && { pairs: pairsOf(lines) }),
      ...(without ? { without } : !hasLines && { alone: aloneAt(anchorOf(path)) }),
      isOpen: hasLines && without === undefined,
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
