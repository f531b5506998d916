import { refused, v4 } from '@hearth/http';
import { z } from 'zod';
import { MEMBER_LEVELS } from '../members/membership.rules.js';
import type { ShareTerms } from './group-links.store.js';

const level = v4.integer().refine((value) => (MEMBER_LEVELS.project as readonly number[]).includes(value), {
  error: 'does not have a valid value',
});

export const ShareParams = z.object({
  id: v4.project(),
  group_id: v4.integer(),
  group_access: level,
  expires_at: v4.optional(v4.date()),
  member_role_id: refused(),
});

/** Converts the parameters of a share. */
export function shareTerms({ group_access, expires_at }: z.output<typeof ShareParams>): ShareTerms {
  return { level: group_access, expiresAt: expires_at ?? null };
}

export const UnshareParams = z.object({ id: v4.project(), group_id: v4.id() });
