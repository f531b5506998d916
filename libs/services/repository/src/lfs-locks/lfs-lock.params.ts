import { v4 } from '@hearth/http';
import { z } from 'zod';

/** Longest path of a locked file, in characters: that of GitLab. */
const LONGEST_PATH = 511;
/** Locks of a page that is asked for without a limit, and most locks of one. */
const PAGE = 100;

const Path = v4.text({ most: LONGEST_PATH }).refine((path) => path !== '');
const Limit = z.coerce
  .number()
  .int()
  .positive()
  .transform((limit) => Math.min(limit, PAGE))
  .default(PAGE);
/** Id of the first lock of a page: the `next_cursor` of the page before. */
const Cursor = z.coerce.number().int().nonnegative().max(Number.MAX_SAFE_INTEGER).default(0);
/** The ref changes nothing: a lock is for all refs. */
const Ref = z.object({ name: z.string() }).nullish();

/** Body of a request for a lock. */
export const NewLfsLock = z.object({ path: Path, ref: Ref });

/** Query of the list of locks. */
export const LfsLocksQuery = z.object({
  path: Path.optional(),
  id: z.coerce.number().int().nonnegative().max(Number.MAX_SAFE_INTEGER).optional(),
  cursor: Cursor,
  limit: Limit,
});

/** Body of the question which locks are in the way of a push. */
export const LfsLocksVerification = z.object({ cursor: Cursor, limit: Limit, ref: Ref });

/** Body of a request that ends a lock. */
export const LfsUnlock = z.object({ force: z.boolean().default(false), ref: Ref });
