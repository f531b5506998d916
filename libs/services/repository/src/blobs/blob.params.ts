import { v4 } from '@hearth/http';
import { z } from 'zod';

/** `sha` may be any text. A text that is no id is not found. */
export const BlobParams = z.object({ id: v4.project(), sha: z.string() });
export type BlobParams = z.output<typeof BlobParams>;
