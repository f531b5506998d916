import { v4 } from '@hearth/http';
import { z } from 'zod';

export const CommitsParams = z.object({
  id: v4.project(),
  ref_name: v4.text().optional(),
  since: v4.dateTime().optional(),
  until: v4.dateTime().optional(),
  path: v4.text().optional(),
  all: v4.boolean().optional(),
  with_stats: v4.boolean().optional(),
  ...v4.page,
});
export type CommitsParams = z.output<typeof CommitsParams>;

/** `sha` may be any revision of a commit. An unknown one is not found. */
export const CommitParams = z.object({ id: v4.project(), sha: z.string(), stats: v4.boolean().optional() });
export type CommitParams = z.output<typeof CommitParams>;

export const CommitDiffParams = z.object({ id: v4.project(), sha: z.string() });
export type CommitDiffParams = z.output<typeof CommitDiffParams>;

export const CommitRefsParams = z.object({
  id: v4.project(),
  sha: z.string(),
  type: v4.optional(v4.oneOf(['branch', 'tag', 'all'])),
  ...v4.page,
});
export type CommitRefsParams = z.output<typeof CommitRefsParams>;
