import type { GivenPosition, Position } from '@hearth/notes';
import type { FileDiff } from '@hearth/repository-contracts';

/** Start of a hunk: `@@ -1,2 +3,4 @@`. */
const HUNK = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@/;

interface Line {
  readonly oldLine: number | null;
  readonly newLine: number | null;
}

/** Completes a position on a diff with both paths of its file. @returns undefined where the diff does not show its line */
export function positionOn(files: readonly FileDiff[], position: GivenPosition): Position | undefined {
  const { oldPath, newPath } = position;
  if (oldPath === undefined && newPath === undefined) return undefined;
  const file = files.find(
    (other) =>
      (oldPath === undefined || other.oldPath === oldPath) && (newPath === undefined || other.newPath === newPath),
  );
  if (!file || !shows(file.patch, position)) return undefined;
  return { ...position, oldPath: file.oldPath, newPath: file.newPath };
}

function shows(patch: string, { oldLine, newLine }: Line): boolean {
  if (oldLine === null && newLine === null) return false;
  for (const line of linesOf(patch)) if (line.oldLine === oldLine && line.newLine === newLine) return true;
  return false;
}

/** Yields the lines of a patch: a removed one has no new number, an added one no old number. */
function* linesOf(patch: string): Generator<Line> {
  let next: { oldLine: number; newLine: number } | undefined;
  for (const text of patch.split('\n')) {
    const [, oldLine, newLine] = HUNK.exec(text) ?? [];
    if (oldLine !== undefined) next = { oldLine: Number(oldLine), newLine: Number(newLine) };
    else if (next === undefined) continue;
    else if (text.startsWith('+')) yield { oldLine: null, newLine: next.newLine++ };
    else if (text.startsWith('-')) yield { oldLine: next.oldLine++, newLine: null };
    else if (text.startsWith(' ')) yield { oldLine: next.oldLine++, newLine: next.newLine++ };
  }
}
