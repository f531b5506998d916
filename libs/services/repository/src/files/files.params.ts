import { refused, v4 } from '@hearth/http';
import { z } from 'zod';

/** `file_path` may be any text. A path without a file is not found. */
export const FileParams = z.object({ id: v4.project(), file_path: z.string(), ref: v4.text() });
export type FileParams = z.output<typeof FileParams>;

/** Lines, from 1 on, both inclusive. */
const range = v4
  .optional(
    z
      .object(
        {
          start: v4.integer().refine((line) => line > 0, { error: 'is invalid' }),
          end: v4.integer().refine((line) => line > 0, { error: 'is invalid' }),
        },
        { error: 'is invalid' },
      )
      .refine(({ start, end }) => start <= end, { error: 'is invalid' }),
  )
  .describe('First and last line to show');

export const BlameParams = FileParams.extend({ range });
export type BlameParams = z.output<typeof BlameParams>;

/** `ref` defaults to the default branch. */
export const RawFileParams = FileParams.extend({ ref: v4.text().optional(), lfs: refused() });
export type RawFileParams = z.output<typeof RawFileParams>;
