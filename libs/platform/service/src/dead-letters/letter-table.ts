import type { Letter } from './letter.js';

const HEADINGS = ['id', 'event or job', 'key', 'handler or queue', 'attempts', 'when', 'error'];
const ERROR_LENGTH = 120;

/** Formats letters as a table with a heading. The data of the event or job is not shown: it may be private. */
export function letterTable(letters: readonly Letter[]): string {
  const rows = [HEADINGS, ...letters.map(cells)];
  const widths = HEADINGS.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

function cells({ id, what, key, handler, attempts, at, error }: Letter): string[] {
  const when = at
    .toISOString()
    .replace('T', ' ')
    .replace(/\.\d+Z$/, 'Z');
  return [id, what, key ?? '-', handler ?? '-', String(attempts), when, firstLine(error)].map(harmless);
}

function firstLine(text: string): string {
  const line = text.split('\n', 1)[0] ?? '';
  return line.length > ERROR_LENGTH ? `${line.slice(0, ERROR_LENGTH - 1)}…` : line;
}

/** Removes control characters: errors may quote user input, which must not control a terminal. */
function harmless(text: string): string {
  return text.replace(/\p{Cc}|\p{Cf}/gu, ' ');
}
