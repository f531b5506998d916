import { v4 } from '@hearth/http';
import { z } from 'zod';

export const BranchesParams = z.object({
  id: v4.project(),
  search: v4
    .optional(v4.text())
    .describe('Only names with this text; `^text` and `text$` match the beginning and the end'),
  regex: v4
    .optional(v4.text().refine(() => false, { error: 'is not supported' }))
    .describe('Not supported: use `search`'),
  ...v4.page,
});
export type BranchesParams = z.output<typeof BranchesParams>;

/** `branch` may be any text. An invalid branch name is not found. */
export const BranchParams = z.object({ id: v4.project(), branch: z.string() });
export type BranchParams = z.output<typeof BranchParams>;

export const ProtectBranchParams = z.object({
  id: v4.project(),
  branch: z.string(),
  developers_can_push: v4.optional(v4.boolean()),
  developers_can_merge: v4.optional(v4.boolean()),
});
export type ProtectBranchParams = z.output<typeof ProtectBranchParams>;

export const MergedBranchesParams = z.object({ id: v4.project() });
export type MergedBranchesParams = z.output<typeof MergedBranchesParams>;

/** `branch_name` is the parameter of older clients. */
export const CreateBranchParams = z
  .object({
    id: v4.project(),
    branch: v4.optional(v4.text()),
    branch_name: v4.optional(v4.text()),
    ref: v4.text(),
  })
  .superRefine(
    ({ branch, branch_name: older }, { issues }) => {
      if (branch !== undefined || older !== undefined || issues.some(({ path }) => path?.[0] === 'branch')) return;
      issues.unshift({ code: 'custom', message: 'is missing', path: ['branch'], input: undefined });
    },
    { when: () => true },
  );
export type CreateBranchParams = z.output<typeof CreateBranchParams>;
