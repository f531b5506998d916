import { v4 } from '@hearth/http';
import { z } from 'zod';
import type { GivenPosition, RangeEnd } from './position.rules.js';

const path = v4.optional(v4.text({ most: 4096 }));
const commit = (which: string) =>
  v4
    .text({ most: 40 })
    .refine((id) => /^[0-9a-f]{40}$/.test(id), { error: 'is invalid' })
    .describe(`Object id of the ${which} of the version`);
const line = (side: string) => v4.optional(v4.integer()).describe(`Number of the line ${side}`);

const RangeEndParams = z.object({
  line_code: v4.optional(v4.text({ most: 1024 })).describe('Identifier of the line'),
  type: v4.optional(v4.oneOf(['new', 'old', 'expanded'])).describe('Side of the diff'),
  old_line: line('before'),
  new_line: line('after'),
});

/** Position of a note on a diff: the only one in files, `text`. */
export const PositionParams = z
  .object({
    position_type: v4.oneOf(['text']).describe('`text`: positions in images are not supported'),
    base_sha: commit('merge base'),
    start_sha: commit('tip of the target branch'),
    head_sha: commit('head'),
    old_path: path.describe('Path of the file before'),
    new_path: path.describe('Path of the file after'),
    old_line: line('before; left out for an added line'),
    new_line: line('after; left out for a removed line'),
    line_range: v4
      .optional(
        z.object({
          start: RangeEndParams.describe('First line'),
          end: RangeEndParams.describe('Last line'),
        }),
      )
      .describe('Lines that the note is about, which are kept as they are'),
  })
  .describe('Line of the diff that the discussion is about');

export function givenPosition(params: z.output<typeof PositionParams>): GivenPosition {
  const range = params.line_range;
  return {
    baseSha: params.base_sha,
    startSha: params.start_sha,
    headSha: params.head_sha,
    oldPath: params.old_path,
    newPath: params.new_path,
    oldLine: params.old_line ?? null,
    newLine: params.new_line ?? null,
    lineRange: range ? { start: rangeEnd(range.start), end: rangeEnd(range.end) } : null,
  };
}

function rangeEnd({ line_code, type, old_line, new_line }: z.output<typeof RangeEndParams>): RangeEnd {
  return { lineCode: line_code ?? null, type: type ?? null, oldLine: old_line ?? null, newLine: new_line ?? null };
}
