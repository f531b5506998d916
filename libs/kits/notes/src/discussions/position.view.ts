import { z } from 'zod';
import type { Position, RangeEnd } from './position.rules.js';

const old_line = z.int().nullable().describe('Number of the line before; null for an added line');
const new_line = z.int().nullable().describe('Number of the line after; null for a removed line');

const RangeEndView = z.strictObject({
  line_code: z.string().nullable().describe('Identifier of the line'),
  type: z.enum(['new', 'old', 'expanded']).nullable().describe('Side of the diff'),
  old_line,
  new_line,
});

export const PositionView = z.strictObject({
  base_sha: z.string().describe('Object id of the merge base of the version'),
  start_sha: z.string().describe('Object id of the tip of the target branch'),
  head_sha: z.string().describe('Object id of the head of the version'),
  old_path: z.string(),
  new_path: z.string(),
  position_type: z.literal('text').describe('Always `text`'),
  old_line,
  new_line,
  line_range: z
    .strictObject({ start: RangeEndView.describe('First line'), end: RangeEndView.describe('Last line') })
    .nullable()
    .describe('Lines that the note is about, as the client gave them'),
});

export function presentPosition({ lineRange, ...position }: Position): z.output<typeof PositionView> {
  return {
    base_sha: position.baseSha,
    start_sha: position.startSha,
    head_sha: position.headSha,
    old_path: position.oldPath,
    new_path: position.newPath,
    position_type: 'text',
    old_line: position.oldLine,
    new_line: position.newLine,
    line_range: lineRange && { start: presentEnd(lineRange.start), end: presentEnd(lineRange.end) },
  };
}

function presentEnd({ lineCode, type, oldLine, newLine }: RangeEnd) {
  return { line_code: lineCode, type, old_line: oldLine, new_line: newLine };
}
