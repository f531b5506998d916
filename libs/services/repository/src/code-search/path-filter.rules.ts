import path from 'node:path';
import type { PathFilter } from '@hearth/repository-contracts';

/** Returns a function that says whether a path meets all filters. */
export function pathMatcher(filters: readonly PathFilter[]): (filePath: string) => boolean {
  const conditions = filters.map(condition);
  return (filePath) => {
    const lower = filePath.toLowerCase();
    return conditions.every((meets) => meets(lower));
  };
}

function condition({ on, value, excluded }: PathFilter): (filePath: string) => boolean {
  const parts = value.toLowerCase().split('*');
  const matches = (filePath: string): boolean => {
    if (on === 'extension') return endsWithParts(path.posix.basename(filePath), [`.${parts[0]!}`, ...parts.slice(1)]);
    return indexAfter(on === 'path' ? filePath : path.posix.basename(filePath), parts) !== -1;
  };
  return (filePath) => matches(filePath) !== excluded;
}

/** Returns the index after the parts, which the text has in this order with anything between them; -1 if it does not. */
function indexAfter(text: string, parts: readonly string[]): number {
  let after = 0;
  for (const part of parts) {
    const found = text.indexOf(part, after);
    if (found === -1) return -1;
    after = found + part.length;
  }
  return after;
}

/** Returns whether the text has the parts in this order, and the last one at its end. */
function endsWithParts(text: string, parts: readonly string[]): boolean {
  const last = parts.at(-1)!;
  const after = indexAfter(text, parts.slice(0, -1));
  return after !== -1 && text.endsWith(last) && text.length - last.length >= after;
}
