import type { UserId } from '@hearth/contract-kit';
import { v4, type Search } from '@hearth/http';
import type { z } from 'zod';

const SCOPES = ['created_by_me', 'assigned_to_me', 'created-by-me', 'assigned-to-me', 'all'] as const;

/** Parameters of every list, but `state`, whose values differ, and `iids`, which lists of all projects do not have. */
export const issuableListParams = {
  labels: v4.optional(v4.list(v4.text({ most: 1024 }), { most: 1000 })),
  milestone: v4.optional(v4.text({ most: 4096 })),
  author_id: v4.optional(v4.integer()),
  assignee_id: v4.optional(v4.integer()),
  my_reaction_emoji: v4.optional(v4.text({ most: 255 })),
  search: v4.search(),
  scope: v4.optional(v4.oneOf(SCOPES)),
  created_after: v4.optional(v4.dateTime()),
  created_before: v4.optional(v4.dateTime()),
  updated_after: v4.optional(v4.dateTime()),
  updated_before: v4.optional(v4.dateTime()),
  order_by: v4.optional(v4.oneOf(['created_at', 'updated_at'])),
  sort: v4.optional(v4.oneOf(['asc', 'desc'])),
  ...v4.page,
};
type ListParams = z.output<z.ZodObject<typeof issuableListParams>>;

/** Title of a milestone, or a kind of milestones. */
export type MilestoneFilter = { readonly title: string } | 'none' | 'upcoming' | 'started';

/** Filters of a list; undefined values do not filter. */
export interface IssuableFilters<State extends string> {
  readonly state?: State;
  /** Records with all of these labels; an empty list: records without labels. */
  readonly labels?: readonly string[];
  readonly milestone?: MilestoneFilter;
  readonly authorId?: number;
  readonly assigneeId?: number;
  /** Emoji that the caller has awarded. */
  readonly reaction?: string;
  readonly iids?: readonly number[];
  readonly search?: Search;
  readonly createdAfter?: Date;
  readonly createdBefore?: Date;
  readonly updatedAfter?: Date;
  readonly updatedBefore?: Date;
  readonly orderBy: 'created_at' | 'updated_at';
  readonly sort: 'asc' | 'desc';
}

/**
 * Converts the parameters to the filters of a list.
 * @param scope default scope of the list
 */
export function issuableFilters<State extends string>(
  params: ListParams & {
    readonly state?: State | 'all' | undefined;
    readonly iids?: readonly number[] | undefined;
  },
  userId: UserId,
  scope: 'all' | 'created_by_me',
): IssuableFilters<State> {
  const asked = (params.scope ?? scope).replaceAll('-', '_');
  const { state, labels, milestone, iids, search, author_id: authorId, assignee_id: assigneeId } = params;
  return {
    ...(state !== undefined && state !== 'all' && { state }),
    ...(labels?.length && { labels: isNone(labels) ? [] : labels }),
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
