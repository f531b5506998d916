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

/** Lines of the two sides that stand beside each other. */
export interface LinePair<Line extends PatchLine> {
  readonly left: Line | null;
  readonly right: Line | null;
}

/** Puts the lines of a patch side by side: removed lines beside the added ones that follow them. A part is on both sides. */
export function pairsOf<Line extends PatchLine>(lines: readonly Line[]): LinePair<Line>[] {
  const pairs: LinePair<Line>[] = [];
  let [removed, added]: [Line[], Line[]] = [[], []];
  const flush = () => {
    const most = Math.max(removed.length, added.length);
    for (let row = 0; row < most; row += 1) pairs.push({ left: removed[row] ?? null, right: added[row] ?? null });
    [removed, added] = [[], []];
  };
  for (const line of lines) {
    if (line.kind === 'added') added.push(line);
    else {
      if (line.kind !== 'removed' || added.length > 0) flush();
      if (line.kind === 'removed') removed.push(line);
      else pairs.push({ left: line, right: line });
    }
  }
  flush();
  return pairs;
}
