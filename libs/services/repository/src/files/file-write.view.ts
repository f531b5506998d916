import { z } from 'zod';

/** Response to a write of a file. */
export const FileWriteView = z.strictObject({ file_path: z.string(), branch: z.string() });
export type FileWriteView = z.output<typeof FileWriteView>;
