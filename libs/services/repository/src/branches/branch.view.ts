import { z } from 'zod';
import { CommitView, presentCommit } from '@hearth/repository-contracts';
import type { BranchFact } from './branches.facts.js';

export const BranchView = z.strictObject({
  name: z.string(),
  commit: CommitView,
  merged: z.boolean(),
  protected: z.boolean(),
  developers_can_push: z.boolean(),
  developers_can_merge: z.boolean(),
});
export type BranchView = z.output<typeof BranchView>;

export function presentBranch({ name, commit, merged, protection }: BranchFact): BranchView {
  return {
    name,
    commit: presentCommit(commit),
    merged,
    protected: protection.protected,
    developers_can_push: protection.developersCanPush,
    developers_can_merge: protection.developersCanMerge,
  };
}
