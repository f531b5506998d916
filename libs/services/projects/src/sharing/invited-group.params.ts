import { v4, type PageRequest } from '@hearth/http';
import { z } from 'zod';
import type { InvitedGroupFilters } from './invited-groups.finder.js';

const invited = {
  relation: v4
    .optional(v4.list(v4.oneOf(['direct', 'inherited'])))
    .describe(
      'Groups invited there, groups invited to a group around it, or both; nothing is shared by a group around it',
    ),
  search: v4.search(),
  min_access_level: v4
    .optional(v4.integer())
    .describe('Only groups in which the caller is a member with at least this level'),
  ...v4.page,
};

export const ProjectInvitedGroupsParams = z.object({ id: v4.project(), ...invited });
export const GroupInvitedGroupsParams = z.object({ id: v4.group(), ...invited });
export const ShareLocationsParams = z.object({ id: v4.project(), search: v4.search(), ...v4.page });
export const GroupSharesParams = z.object({ id: v4.group(), search: v4.search(), ...v4.page });

/** Converts the parameters to a page. */
export function pageOf({
  page,
  per_page,
}: z.output<typeof ShareLocationsParams | typeof GroupSharesParams>): PageRequest {
  return { page, perPage: per_page };
}

/** Returns false where only inherited invitations are listed: Hearth has none. */
export function listsDirect({ relation }: z.output<typeof ProjectInvitedGroupsParams>): boolean {
  return relation === undefined || relation.length === 0 || relation.includes('direct');
}

/** Converts the parameters to filters. */
export function invitedGroupFilters(params: z.output<typeof ProjectInvitedGroupsParams>): InvitedGroupFilters {
  return { search: params.search, minAccessLevel: params.min_access_level };
}
