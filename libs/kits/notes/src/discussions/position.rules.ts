import { linesOf, type PatchLine } from '@hearth/repository-contracts';

/** End of a range of lines, as the client describes it. */
export interface RangeEnd {
  readonly lineCode: string | null;
  /** Side of the diff, or `expanded` for a line that the diff does not show. */
  readonly type: 'new' | 'old' | 'expanded' | null;
  readonly oldLine: number | null;
  readonly newLine: number | null;
}

/** Line of a diff: a removed one has only an old number, an added one only a new number, others have both. */
export interface Position {
  /** Commits of the version that was commented on. */
  readonly baseSha: string;
  readonly startSha: string;
  readonly headSha: string;
  readonly oldPath: string;
  readonly newPath: string;
  readonly oldLine: number | null;
  readonly newLine: number | null;
  /** Range of lines as the client sent it; returned unchanged. */
  readonly lineRange: { readonly start: RangeEnd; readonly end: RangeEnd } | null;
}

/** Position of a request, which may name the file by one of its paths. */
export interface GivenPosition extends Omit<Position, 'oldPath' | 'newPath'> {
  readonly oldPath: string | undefined;
  readonly newPath: string | undefined;
}

/** Paths and text of a file in a diff. */
export interface DiffedFile {
  readonly oldPath: string;
  readonly newPath: string;
  readonly patch: string;
}

/** Completes a position on a diff with both paths of its file. @returns undefined where the diff does not show its line */
export function positionOn(files: readonly DiffedFile[], position: GivenPosition): Position | undefined {
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
