import type { GivenPosition, Position } from '@hearth/notes';
import { anchorOf } from '@hearth/pages';
import { linesOf, type FileDiff, type PatchLine } from '@hearth/repository-contracts';
import type { Version } from '../diffs/versions.store.js';

/** Returns the id of a file on the page of changes, with which its line codes begin: the SHA-1 of its path. */
export function fileIdOf({ newPath }: Pick<FileDiff, 'newPath'>): string {
  return anchorOf(newPath);
}

/** @param viewed contents that the caller has viewed, by the file's id */
export function isViewed(file: FileDiff, viewed: ReadonlyMap<string, string>): boolean {
  return file.blob !== undefined && viewed.get(fileIdOf(file)) === file.blob;
}

/** Lines before another one that a range can begin with. */
const MOST_BEFORE = 20;

/** Returns the lines of the same hunk with which a range that ends at a line can begin, the nearest first. */
export function startsBefore<Line extends PatchLine>(lines: readonly Line[], place: string): Line[] {
  const end = lines.findIndex((line) => line.place === place);
  if (end === -1) return [];
  const hunk = lines.findLastIndex((line, index) => index < end && line.kind === 'part');
  return lines.slice(Math.max(hunk + 1, end - MOST_BEFORE), end).toReversed();
}

/** Position of a comment, by the places of its line and of the first line of its range. @returns undefined where the file does not show them */
export function positionAt(
  version: Version,
  file: FileDiff,
  place: string,
  from: string | undefined,
): GivenPosition | undefined {
  const lines = [...linesOf(file.patch)];
  const end = lines.find((line) => line.place === place);
  const start = from === undefined ? end : startsBefore(lines, place).find((line) => line.place === from);
  const { baseSha, startSha, headSha } = version;
  if (!end || !start || baseSha === null) return undefined;
  const { oldPath, newPath } = file;
  const { oldLine, newLine } = end;
  const lineRange = from === undefined ? null : { start: rangeEnd(file, start), end: rangeEnd(file, end) };
  return { baseSha, startSha, headSha, oldPath, newPath, oldLine, newLine, lineRange };
}

function rangeEnd(file: FileDiff, { kind, place, oldLine, newLine }: PatchLine) {
  const type = kind === 'added' ? ('new' as const) : kind === 'removed' ? ('old' as const) : null;
  return { lineCode: `${fileIdOf(file)}_${place}`, type, oldLine, newLine };
}

/** Line of a diff, with its code in the API. */
export interface LocatedLine {
  readonly position: Position;
  /** Id of the file, and the line's numbers before and after: `<sha1>_3_4`. */
  readonly lineCode: string;
}

/** Adds its code to the position of a line that the files show. */
export function lineAt(files: readonly FileDiff[], position: Position): LocatedLine {
  const { oldPath, newPath, oldLine, newLine } = position;
  const file = files.find((each) => each.oldPath === oldPath && each.newPath === newPath)!;
  const line = [...linesOf(file.patch)].find((each) => each.oldLine === oldLine && each.newLine === newLine)!;
  return { position, lineCode: `${fileIdOf(file)}_${line.place}` };
}
