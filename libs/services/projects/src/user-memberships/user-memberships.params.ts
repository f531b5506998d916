import { v4 } from '@hearth/http';
import { z } from 'zod';
import type { MemberSourceKind } from '../members/membership.rules.js';

export const UserMembershipsParams = z.object({
  user_id: v4.id().describe('Id of the user'),
  type: v4.optional(v4.oneOf(['Project', 'Namespace'])).describe('Only memberships of projects, or of groups'),
  ...v4.page,
});

const KINDS = { Project: 'project', Namespace: 'group' } as const satisfies Record<string, MemberSourceKind>;

/** Returns the kind of memberships in the parameters; undefined for both. */
export function kindOf({ type }: z.output<typeof UserMembershipsParams>): MemberSourceKind | undefined {
  return type && KINDS[type];
}
