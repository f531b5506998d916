/** Start of a hunk: `@@ -1,2 +3,4 @@`. */
const HUNK = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@/;

/** Line of a patch. A part is the start of a hunk, or git's remark about a missing line feed. */
export interface PatchLine {
  readonly kind: 'part' | 'added' | 'removed' | 'same';
  /** Null on the side that does not have the line, and of a part. */
  readonly oldLine: number | null;
  readonly newLine: number | null;
  /** Without the sign. */
  readonly text: string;
  /** Numbers of the line on both sides, of the next one on the side that does not have it (`12_13`), as in line codes; empty of a part. */
  readonly place: string;
}

/** Yields the lines of a file's patch, from its first hunk on. */
export function* linesOf(patch: string): Generator<PatchLine> {
  let [old, fresh] = [0, 0];
  let isInHunk = false;
  for (const line of patch.split('\n')) {
    const hunk = HUNK.exec(line);
    const text = line.slice(1);
    const place = `${old}_${fresh}`;
    if (hunk) {
      [old, fresh] = [Number(hunk[1]), Number(hunk[2])];
      isInHunk = true;
      yield { kind: 'part', oldLine: null, newLine: null, text: line, place: '' };
    } else if (!isInHunk) continue;
    else if (line.startsWith('+')) yield { kind: 'added', oldLine: null, newLine: fresh++, text, place };
    else if (line.startsWith('-')) yield { kind: 'removed', oldLine: old++, newLine: null, text, place };
    else if (line.startsWith(' ')) yield { kind: 'same', oldLine: old++, newLine: fresh++, text, place };
    else if (line.startsWith('\\')) yield { kind: 'part', oldLine: null, newLine: null, text: text.trim(), place: '' };
  }
}
