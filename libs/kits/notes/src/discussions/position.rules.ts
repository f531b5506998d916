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
