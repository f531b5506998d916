import type { UserId } from '@hearth/contract-kit';
import { v4 } from '@hearth/http';
import { z } from 'zod';
import type { MergeRequestFilters, MilestoneFilter } from './merge-requests.finder.js';

const SCOPES = ['created_by_me', 'assigned_to_me', 'created-by-me', 'assigned-to-me', 'all'] as const;

const filters = {
  state: v4.optional(v4.oneOf(['opened', 'closed', 'locked', 'merged', 'all'])),
  order_by: v4.optional(v4.oneOf(['created_at', 'updated_at'])),
  sort: v4.optional(v4.oneOf(['asc', 'desc'])),
  milestone: v4.optional(v4.text({ most: 4096 })),
  view: v4.optional(v4.oneOf(['simple'])),
  labels: v4.optional(v4.list(v4.text({ most: 1024 }), { most: 1000 })),
  created_after: v4.optional(v4.dateTime()),
  created_before: v4.optional(v4.dateTime()),
  updated_after: v4.optional(v4.dateTime()),
  updated_before: v4.optional(v4.dateTime()),
  scope: v4.optional(v4.oneOf(SCOPES)),
  author_id: v4.optional(v4.integer()),
  assignee_id: v4.optional(v4.integer()),
  my_reaction_emoji: v4.optional(v4.text({ most: 255 })),
  search: v4.search(),
  ...v4.page,
};

export const ListMergeRequestsParams = z.object(filters);
export const ProjectMergeRequestsParams = z.object({
  id: v4.project(),
  iids: v4.optional(v4.list(v4.integer())),
  ...filters,
});
type FilterParams = z.output<typeof ListMergeRequestsParams> & { readonly iids?: readonly number[] | undefined };

/**
 * Converts the parameters to the filters of a list.
 * @param scope default scope of the list
 */
export function mergeRequestFilters(
  params: FilterParams,
  userId: UserId,
  scope: 'all' | 'created_by_me',
): MergeRequestFilters {
  const asked = (params.scope ?? scope).replaceAll('-', '_');
  const { state = 'all', labels: names, milestone, iids, search } = params;
  const { author_id: authorId, assignee_id: assigneeId } = params;
  return {
    ...(state !== 'all' && { state }),
    ...(names?.length && { labels: isNone(names) ? [] : names }),
    ...(milestone !== undefined && milestone !== '' && { milestone: milestoneFilter(milestone) }),
    ...(asked === 'created_by_me' ? { authorId: userId } : authorId !== undefined && { authorId }),
    ...(asked === 'assigned_to_me' ? { assigneeId: userId } : assigneeId !== undefined && { assigneeId }),
    ...(params.my_reaction_emoji !== undefined && { reaction: params.my_reaction_emoji }),
    ...(iids?.length && { iids }),
    ...(search && { search }),
    ...(params.created_after && { createdAfter: params.created_after }),
    ...(params.created_before && { createdBefore: params.created_before }),
    ...(params.updated_after && { updatedAfter: params.updated_after }),
    ...(params.updated_before && { updatedBefore: params.updated_before }),
    orderBy: params.order_by ?? 'created_at',
    sort: params.sort ?? 'desc',
  };
}

function isNone(names: readonly string[]): boolean {
  return names.some((name) => name === 'No Label' || name === 'None');
}

function milestoneFilter(title: string): MilestoneFilter {
  if (title === 'No Milestone' || title === 'None') return 'none';
  if (title === '#upcoming') return 'upcoming';
  return title === '#started' ? 'started' : { title };
}
