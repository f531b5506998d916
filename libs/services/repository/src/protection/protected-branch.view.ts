import { z } from 'zod';
import { describeLevel, type ProtectedBranch } from './protection.rules.js';

const LevelView = z.strictObject({ access_level: z.int(), access_level_description: z.string() });

export const ProtectedBranchView = z.strictObject({
  name: z.string(),
  push_access_levels: z.array(LevelView),
  merge_access_levels: z.array(LevelView),
});
export type ProtectedBranchView = z.output<typeof ProtectedBranchView>;

export function presentProtectedBranch({ name, pushLevel, mergeLevel }: ProtectedBranch): ProtectedBranchView {
  return {
    name,
    push_access_levels: [presentLevel(pushLevel)],
    merge_access_levels: [presentLevel(mergeLevel)],
  };
}

function presentLevel(level: number): z.output<typeof LevelView> {
  return { access_level: level, access_level_description: describeLevel(level) };
}
