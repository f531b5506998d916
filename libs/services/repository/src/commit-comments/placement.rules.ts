/** Changed line of a file to which a comment belongs. */
export interface Place {
  /** Path after the commit; for a deleted file, the path before it. */
  readonly path: string;
  /** Line number after the commit. For a removed line: the number of the next remaining line. */
  readonly line: number;
  readonly lineType: 'new' | 'old';
}

const HUNK = /^@@ -\d+(?:,\d+)? \+(\d+)/;

/** Returns whether a patch adds (`new`) or removes (`old`) that line. Unchanged lines have no type and get no comments. */
export function hasChangedLine(patch: string, { line, lineType }: Omit<Place, 'path'>): boolean {
  const mark = lineType === 'new' ? '+' : '-';
  let position: number | null = null;
  for (const text of patch.split('\n')) {
    const hunk = HUNK.exec(text);
    if (hunk) position = Number(hunk[1]);
    else if (position !== null) {
      if (position === line && text.startsWith(mark)) return true;
      if (text.startsWith('+') || text.startsWith(' ')) position++;
    }
  }
  return false;
}
