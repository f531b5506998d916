import type { PatchLine } from '@hearth/repository-contracts';

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
