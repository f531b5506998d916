import { v4 } from '@hearth/http';
import { z } from 'zod';
import { rulesOfUsers } from '../protection/rule.params.js';

const LEVELS: readonly number[] = [0, 30, 40];
const MASTERS = 40;

export const ProtectedTagsParams = z.object({ id: v4.project(), ...v4.page });
export type ProtectedTagsParams = z.output<typeof ProtectedTagsParams>;

/** `name` may be any text. An invalid name is not found. */
export const ProtectedTagParams = z.object({
  id: v4.project(),
  name: z.string().describe('Name of the tag, or a pattern with `*`'),
});
export type ProtectedTagParams = z.output<typeof ProtectedTagParams>;

/** `name` is a tag, which need not exist, or a pattern with `*`. */
export const CreateProtectedTagParams = z.object({
  id: v4.project(),
  name: v4.text().describe('Name of the tag, or a pattern with `*`'),
  create_access_level: v4
    .optional(v4.integer().refine((level) => LEVELS.includes(level), { error: 'does not have a valid value' }))
    .transform((given) => given ?? MASTERS)
    .meta({
      description: 'Lowest access level that may create the tag: 0 none, 30 developers, 40 masters',
      default: MASTERS,
    }),
  allowed_to_create: rulesOfUsers(),
});
export type CreateProtectedTagParams = z.output<typeof CreateProtectedTagParams>;
