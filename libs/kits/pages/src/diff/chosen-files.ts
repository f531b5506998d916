import { hash } from 'node:crypto';
import { linesOf, type PatchLine } from '@hearth/repository-contracts';
import type { DiffOptions } from './diff.params.js';

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

/** Bounds of one page: browsers are slow with more. */
const MOST = { files: 1_000, lines: 10_000, linesOfFile: 2_000 };
/** HTML of the files that are unfolded at first, and of one line besides its text, in characters, about. */
const OPEN = { all: 50_000, line: 250 };

/** Changed file, and whether the page has its lines: those of the others are loaded when they are unfolded. */
export interface ChosenFile<File extends ChangedFile = ChangedFile> {
  readonly file: File;
  /** Anchor of the file on its page. */
  readonly id: string;
  readonly lines: readonly PatchLine[];
  readonly hasLines: boolean;
}

/** Reason to show the lines of a file or not: the form of a comment in it, its comments, a choice of the caller, its size. */
export type FileState = 'drafted' | 'commented' | 'folded' | 'by-size';

/** Chooses the files of a page, and those with lines on it: the first ones that fit, and those with comments. */
export function chooseFiles<File extends ChangedFile>(
  files: readonly File[],
  { file: only }: Pick<DiffOptions, 'file'>,
  stateOf: (file: File, id: string) => FileState = () => 'by-size',
): ChosenFile<File>[] {
  let [lines, open] = [MOST.lines, OPEN.all];
  const fits = (file: File, id: string, count: number): boolean => {
    const state = stateOf(file, id);
    if (only !== undefined || state === 'drafted') return count <= MOST.lines;
    if (state === 'commented') {
      const hasRoom = count <= lines;
      if (hasRoom) lines -= count;
      return hasRoom;
    }
    if (state === 'folded' || file.newMode === null || count > MOST.linesOfFile) return false;
    const cost = file.patch.length + count * OPEN.line;
    const hasRoom = cost <= open || files.length === 1;
    if (hasRoom) open -= cost;
    return hasRoom;
  };
  return withAnchors(files)
    .filter(({ anchor }) => only === undefined || anchor === only)
    .slice(0, MOST.files)
    .map(({ file, id }) => {
      const parsed = [...linesOf(file.patch)];
      return { file, id, lines: parsed, hasLines: fits(file, id, parsed.length) };
    });
}

/** Returns the files with their ids. A file that becomes a symlink is two: one is deleted, one added. */
function withAnchors<File extends ChangedFile>(files: readonly File[]) {
  const seen = new Set<string>();
  return files.map((file) => {
    const anchor = anchorOf(pathOf(file));
    const id = seen.has(anchor) ? `${anchor}-added` : anchor;
    seen.add(anchor);
    return { file, anchor, id };
  });
}

/** Returns the path under which a page shows a file. */
export function pathOf({ oldPath, newPath, newMode }: ChangedFile): string {
  return newMode === null ? oldPath : newPath;
}

/** Returns the anchor of a file on the page of a diff: the SHA-1 of its path, with which line codes begin. */
export function anchorOf(path: string): string {
  return hash('sha1', path);
}
