/** A changed line of a file, by which a comment is placed. */
export interface Place {
  /** Of the file after the commit; of a deleted one before it. */
  readonly path: string;
  /** The line's number after the commit; for a removed line that of the next line that is still there. */
  readonly line: number;
  readonly lineType: 'new' | 'old';
}

const HUNK = /^@@ -\d+(?:,\d+)? \+(\d+)/;

/** Whether a patch adds (`new`) or removes (`old`) a line there. Lines that stay have no type: nothing is placed at them. */
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
