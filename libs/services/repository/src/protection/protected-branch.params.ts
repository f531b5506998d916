import { v4 } from '@hearth/http';
import { z } from 'zod';

const LEVELS: readonly number[] = [0, 30, 40];
const level = () =>
  v4.optional(v4.integer().refine((value) => LEVELS.includes(value), { error: 'does not have a valid value' }));

export const ProtectedBranchesParams = z.object({ id: v4.project(), ...v4.page });
export type ProtectedBranchesParams = z.output<typeof ProtectedBranchesParams>;

/** `name` may be any text. An invalid name is not found. */
export const ProtectedBranchParams = z.object({ id: v4.project(), name: z.string() });
export type ProtectedBranchParams = z.output<typeof ProtectedBranchParams>;

/** `name` is a branch, which need not exist, or a pattern with `*`. */
export const CreateProtectedBranchParams = z.object({
  id: v4.project(),
  name: v4.text(),
  push_access_level: level(),
  merge_access_level: level(),
});
export type CreateProtectedBranchParams = z.output<typeof CreateProtectedBranchParams>;
