import { v4 } from '@hearth/http';
import { z } from 'zod';
import { rulesOfUsers } from './rule.params.js';

const LEVELS: readonly number[] = [0, 30, 40];
const level = () =>
  v4.optional(v4.integer().refine((value) => LEVELS.includes(value), { error: 'does not have a valid value' }));

const MASTERS = 40;
const forcePush = () =>
  v4.optional(v4.boolean()).describe('Whether those who may push may also force push; by default false');
const codeOwners = () =>
  v4.optional(v4.boolean().refine((given) => !given, { error: 'is not supported' })).describe('Not supported');
const ofUsers = {
  allowed_to_push: rulesOfUsers(),
  allowed_to_merge: rulesOfUsers(),
  allowed_to_unprotect: rulesOfUsers(),
};

export const ProtectedBranchesParams = z.object({ id: v4.project(), search: v4.search(), ...v4.page });
export type ProtectedBranchesParams = z.output<typeof ProtectedBranchesParams>;

/** `name` may be any text. An invalid name is not found. */
export const ProtectedBranchParams = z.object({ id: v4.project(), name: z.string() });
export type ProtectedBranchParams = z.output<typeof ProtectedBranchParams>;

export const UpdateProtectedBranchParams = ProtectedBranchParams.extend({
  allow_force_push: forcePush(),
  code_owner_approval_required: codeOwners(),
  ...ofUsers,
});
export type UpdateProtectedBranchParams = z.output<typeof UpdateProtectedBranchParams>;

/** `name` is a branch, which need not exist, or a pattern with `*`. */
export const CreateProtectedBranchParams = z.object({
  id: v4.project(),
  name: v4.text(),
  push_access_level: level(),
  merge_access_level: level(),
  unprotect_access_level: v4
    .optional(v4.integer().refine((given) => given === MASTERS, { error: 'is not supported' }))
    .describe('Masters unprotect branches: only 40 is accepted'),
  allow_force_push: forcePush(),
  code_owner_approval_required: codeOwners(),
  ...ofUsers,
});
export type CreateProtectedBranchParams = z.output<typeof CreateProtectedBranchParams>;
