import { v4 } from '@hearth/http';
import { z } from 'zod';

/** `file_path` may be any text. A path without a file is not found. */
export const FileParams = z.object({ id: v4.project(), file_path: z.string(), ref: v4.text() });
export type FileParams = z.output<typeof FileParams>;

/** `ref` defaults to the default branch. */
export const RawFileParams = FileParams.extend({ ref: v4.text().optional() });
export type RawFileParams = z.output<typeof RawFileParams>;
