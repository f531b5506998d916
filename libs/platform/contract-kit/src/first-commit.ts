import { z } from 'zod';
import { UserId } from './principal.js';

/**
 * The first commit of a new repository, which adds README.md. Everything that the commit consists of is given, so that it has the same id when it
 * is made again.
 */
export const FirstCommit = z.object({
  /** Text of README.md. */
  readme: z.string(),
  /** Also the committer. */
  author: z.object({ userId: UserId, name: z.string(), email: z.string() }),
  committedAt: z.iso.datetime(),
});
export type FirstCommit = z.output<typeof FirstCommit>;
