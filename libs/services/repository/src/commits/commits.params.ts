import { refused, v4 } from '@hearth/http';
import { z } from 'zod';

export const CommitsParams = z.object({
  id: v4.project(),
  ref_name: v4.text().optional(),
  since: v4.dateTime().optional(),
  until: v4.dateTime().optional(),
  path: v4.text().optional(),
  all: v4.boolean().optional(),
  with_stats: v4.boolean().optional(),
  author: v4
    .optional(v4.text({ most: 255 }))
    .describe('Only commits whose author has this text in the name or the e-mail address'),
  first_parent: v4.optional(v4.boolean()).describe('Whether to follow only the first parent of merge commits'),
  order: v4
    .optional(v4.oneOf(['default', 'topo']))
    .meta({ description: 'By time, or `topo`: no parent before all of its children', default: 'default' }),
  trailers: refused(),
  follow: refused(),
  ...v4.page,
});
export type CommitsParams = z.output<typeof CommitsParams>;

/** `sha` may be any revision of a commit. An unknown one is not found. */
export const CommitParams = z.object({ id: v4.project(), sha: z.string(), stats: v4.boolean().optional() });
export type CommitParams = z.output<typeof CommitParams>;

export const CommitSequenceParams = z.object({
  id: v4.project(),
  sha: z.string(),
  first_parent: v4.optional(v4.boolean()).describe('Whether to follow only the first parent of merge commits'),
});
export type CommitSequenceParams = z.output<typeof CommitSequenceParams>;

export const CommitDiffParams = z.object({ id: v4.project(), sha: z.string() });
export type CommitDiffParams = z.output<typeof CommitDiffParams>;

export const CommitSignatureParams = z.object({ id: v4.project(), sha: z.string() });

export const CommitRefsParams = z.object({
  id: v4.project(),
  sha: z.string(),
  type: v4.optional(v4.oneOf(['branch', 'tag', 'all'])),
  ...v4.page,
});
export type CommitRefsParams = z.output<typeof CommitRefsParams>;
