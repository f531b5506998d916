import { linesOf, type DiffPlace, type ExcerptLine, type PatchLine } from '@hearth/repository-contracts';

/** Lines of an excerpt. */
const MOST_LINES = 16;
/** Longest text of a line. */
const MOST_TEXT = 400;

/** Returns a line of a file's patch with those above it in its hunk; empty where the patch does not show it. */
export function excerptOf(patch: string, place: Pick<DiffPlace, 'number' | 'side'>): ExcerptLine[] {
  const lines = [...linesOf(patch)];
  const end = lines.findLastIndex((line) => isAt(line, place));
  const part = lines.slice(0, end + 1).findLastIndex(({ kind }) => kind === 'part');
  const shown = lines.slice(Math.max(part + 1, end + 1 - MOST_LINES), end + 1);
  return shown.flatMap(({ kind, text }) => (kind === 'part' ? [] : [{ kind, text: text.slice(0, MOST_TEXT) }]));
}

function isAt({ kind, oldLine, newLine, place }: PatchLine, { number, side }: Pick<DiffPlace, 'number' | 'side'>) {
  if (side === 'removed') return kind === 'removed' && place.endsWith(`_${number}`);
  return (side === 'new' ? newLine : oldLine) === number;
}
