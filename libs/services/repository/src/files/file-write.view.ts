import { z } from 'zod';

/** What a write of a file answers. */
export const FileWriteView = z.strictObject({ file_path: z.string(), branch: z.string() });
export type FileWriteView = z.output<typeof FileWriteView>;
