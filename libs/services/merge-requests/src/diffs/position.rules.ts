import type { GivenPosition, Position } from '@hearth/notes';
import type { FileDiff } from '@hearth/repository-contracts';
import { linesOf, type PatchLine } from './patch.rules.js';

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

function shows(patch: string, { oldLine, newLine }: Pick<PatchLine, 'oldLine' | 'newLine'>): boolean {
  if (oldLine === null && newLine === null) return false;
  for (const line of linesOf(patch)) if (line.oldLine === oldLine && line.newLine === newLine) return true;
  return false;
}
