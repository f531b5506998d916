import { z } from 'zod';
import type { StoredProtectedBranch } from './protected-branches.store.js';
import { describeLevel } from './protection.rules.js';

const LevelView = z.strictObject({ id: z.int(), access_level: z.int(), access_level_description: z.string() });

export const ProtectedBranchView = z.strictObject({
  id: z.int(),
  name: z.string(),
  push_access_levels: z.array(LevelView),
  merge_access_levels: z.array(LevelView),
  allow_force_push: z.boolean().describe('Whether those who may push may also force push'),
  code_owner_approval_required: z.literal(false).describe('Always false: there are no code owners'),
});
export type ProtectedBranchView = z.output<typeof ProtectedBranchView>;

export function presentProtectedBranch(rule: StoredProtectedBranch): ProtectedBranchView {
  const { id, name, pushLevel, mergeLevel, allowForcePush } = rule;
  return {
    id,
    name,
    push_access_levels: [presentLevel(id, pushLevel)],
    merge_access_levels: [presentLevel(id, mergeLevel)],
    allow_force_push: allowForcePush,
    code_owner_approval_required: false,
  };
}

/** @param id of the rule, which has one level of each kind */
function presentLevel(id: number, level: number): z.output<typeof LevelView> {
  return { id, access_level: level, access_level_description: describeLevel(level) };
}
