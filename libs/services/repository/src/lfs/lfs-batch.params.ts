import { z } from 'zod';

/** Longest body of a request of the API of git LFS, in bytes. */
export const LFS_BODY_LIMIT = 1024 * 1024;

/** Most objects of a batch, as many as the official client sends. */
export const MOST_OBJECTS = 100;

const LfsPointer = z.object({ oid: z.string().regex(/^[0-9a-f]{64}$/), size: z.int().nonnegative() });
/** Object that a client asks for. */
export type LfsPointer = z.output<typeof LfsPointer>;

/** Request of the batch API. The ref changes nothing: permissions are those of the project. */
export const LfsBatch = z.object({
  operation: z.enum(['download', 'upload']),
  objects: z.array(LfsPointer).min(1),
  transfers: z.array(z.string()).optional(),
  hash_algo: z.string().optional(),
  ref: z.object({ name: z.string() }).nullish(),
});
export type LfsBatch = z.output<typeof LfsBatch>;

/** Question whether an upload has arrived. */
export const LfsVerification = LfsPointer;
