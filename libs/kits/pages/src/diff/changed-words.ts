import { diffWordsWithSpace } from 'diff';
import type { PatchLine } from '@hearth/repository-contracts';

/** From a UTF-16 unit of a text up to another one. */
export type TextRange = readonly [from: number, to: number];

/** Bounds of the comparison of one patch: its time grows with the square of the changes in a line. */
const MOST = { lineLength: 1_000, changes: 200, pairs: 1_000 };

/** Returns the words in which changed lines differ, by the place of the line in the list. As many lines have to be removed as added. */
export function changedWords(lines: readonly PatchLine[]): ReadonlyMap<number, readonly TextRange[]> {
  const words = new Map<number, readonly TextRange[]>();
  let pairs = 0;
  for (let at = 0; at < lines.length && pairs < MOST.pairs;) {
    const removed = runOf('removed', lines, at);
    const added = runOf('added', lines, at + removed);
    if (removed === added)
      for (let row = at; row < at + removed; row += 1, pairs += 1) {
        const ranges = differences(lines[row]!.text, lines[row + removed]!.text);
        if (ranges) words.set(row, ranges.before).set(row + removed, ranges.after);
      }
    at += removed + added || 1;
  }
  return words;
}

function runOf(kind: PatchLine['kind'], lines: readonly PatchLine[], from: number): number {
  let to = from;
  while (lines[to]?.kind === kind) to += 1;
  return to - from;
}

/** Returns undefined for lines that have no word in common, or exceed the bounds. */
function differences(before: string, after: string) {
  if (Math.max(before.length, after.length) > MOST.lineLength) return undefined;
  const parts = diffWordsWithSpace(before, after, { maxEditLength: MOST.changes });
  if (!parts?.some(({ added, removed, value }) => !added && !removed && /\w/.test(value))) return undefined;
  const ranges: { before: TextRange[]; after: TextRange[] } = { before: [], after: [] };
  let [left, right] = [0, 0];
  for (const { added, removed, value } of parts) {
    if (removed) ranges.before.push([left, left + value.length]);
    if (added) ranges.after.push([right, right + value.length]);
    if (!added) left += value.length;
    if (!removed) right += value.length;
  }
  return ranges;
}

/** Marks ranges of a text in its HTML, which has no other elements than those of highlight.js. */
export function marked(html: string, ranges: readonly TextRange[]): string {
  let [at, result, isOpen] = [0, '', false];
  for (const [token] of html.matchAll(/<[^<>]*>|&[^&;]+;|[^]/g)) {
    const isTag = token.startsWith('<');
    const isInside = !isTag && ranges.some(([from, to]) => at >= from && at < to);
    if (isInside !== isOpen) result += isInside ? '<mark>' : '</mark>';
    isOpen = isInside;
    result += token;
    if (!isTag) at += 1;
  }
  return isOpen ? `${result}</mark>` : result;
}
