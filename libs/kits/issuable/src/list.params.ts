import type { UserId } from '@hearth/contract-kit';
import { v4, type Search } from '@hearth/http';
import type { z } from 'zod';
import { exclusionsOf, type Exclusions, type SEARCHED } from './later-list.params.js';
import { milestoneFilter, type MilestoneFilter } from './milestone-filter.rules.js';

export const LIST_SCOPES = ['created_by_me', 'assigned_to_me', 'created-by-me', 'assigned-to-me', 'all'] as const;

/** Parameters of every list, but `state`, whose values differ. */
export const issuableListParams = {
  iids: v4.optional(v4.list(v4.integer())),
  labels: v4.optional(v4.list(v4.text({ most: 1024 }), { most: 1000 })),
  milestone: v4.optional(v4.text({ most: 4096 })),
  author_id: v4.optional(v4.integer()),
  assignee_id: v4.optional(v4.integer()),
  my_reaction_emoji: v4.optional(v4.text({ most: 255 })),
  search: v4.search(),
  scope: v4.optional(v4.oneOf(LIST_SCOPES)),
  created_after: v4.optional(v4.dateTime()),
  created_before: v4.optional(v4.dateTime()),
  updated_after: v4.optional(v4.dateTime()),
  updated_before: v4.optional(v4.dateTime()),
  order_by: v4.optional(v4.oneOf(['created_at', 'updated_at'])),
  sort: v4.optional(v4.oneOf(['asc', 'desc'])),
  ...v4.page,
};
type ListParams = z.output<z.ZodObject<typeof issuableListParams>>;

/** Parameters of lists of several projects, in addition. */
export const severalProjectsParams = {
  non_archived: v4
    .optional(v4.boolean())
    .describe('Whether records of archived projects are left out; false by default'),
};

/** Filters of a list; undefined values do not filter. */
export interface IssuableFilters<State extends string, Order extends string> {
  readonly state?: State;
  /** Records with all of these labels; an empty list: records without labels. */
  readonly labels?: readonly string[];
  /** One of the names of `labels`, whose links find the records. */
  readonly rareLabel?: string | undefined;
  /** Records with at least one label. */
  readonly anyLabel?: true;
  readonly milestone?: MilestoneFilter;
  readonly authorId?: number;
  readonly assigneeId?: number | 'none' | 'any';
  /** Records that are assigned to all of these users. */
  readonly assigneeIds?: readonly number[];
  readonly not?: Exclusions;
  /** Emoji that the caller has awarded. */
  readonly reaction?: string;
  readonly iids?: readonly number[];
  readonly search?: Search;
  /** Fields that the search looks in; undefined: all. */
  readonly searchIn?: readonly (typeof SEARCHED)[number][];
  readonly createdAfter?: Date;
  readonly createdBefore?: Date;
  readonly updatedAfter?: Date;
  readonly updatedBefore?: Date;
  /** Leaves out records of archived projects in lists of several projects. */
  readonly notArchived?: boolean;
  readonly orderBy: Order;
  readonly sort: 'asc' | 'desc';
}

/**
 * Converts the parameters to the filters of a list.
 * @param scope default scope of the list
 */
export function issuableFilters<State extends string, Order extends string>(
  params: Omit<ListParams, 'assignee_id' | 'order_by' | 'page' | 'per_page' | 'scope'> & {
    readonly scope?: string | undefined;
    readonly order_by?: Order | undefined;
    readonly assignee_id?: number | 'none' | 'any' | undefined;
    readonly not?: Parameters<typeof exclusionsOf>[0] | undefined;
    readonly in?: readonly (typeof SEARCHED)[number][] | undefined;
    readonly state?: State | 'all' | undefined;
    readonly non_archived?: boolean | undefined;
  },
  userId: UserId,
  scope: 'all' | 'created_by_me',
): IssuableFilters<State, Order | 'created_at'> {
  const asked = (params.scope ?? scope).replaceAll('-', '_');
  const { state, labels, milestone, iids, search, author_id: authorId, assignee_id: assigneeId } = params;
  return {
    ...(state !== undefined && state !== 'all' && { state }),
    ...(labels?.length && (isAny(labels) ? { anyLabel: true } : { labels: isNone(labels) ? [] : labels })),
    ...(milestone !== undefined && milestone !== '' && { milestone: milestoneFilter(milestone) }),
    ...(asked === 'created_by_me' ? { authorId: userId } : authorId !== undefined && { authorId }),
    ...(asked === 'assigned_to_me' ? { assigneeId: userId } : assigneeId !== undefined && { assigneeId }),
    ...(params.my_reaction_emoji !== undefined && { reaction: params.my_reaction_emoji }),
    ...(iids?.length && { iids }),
    ...(params.not && { not: exclusionsOf(params.not) }),
    ...(search && { search }),
    ...(params.in?.length && { searchIn: params.in }),
    ...(params.created_after && { createdAfter: params.created_after }),
    ...(params.created_before && { createdBefore: params.created_before }),
    ...(params.updated_after && { updatedAfter: params.updated_after }),
    ...(params.updated_before && { updatedBefore: params.updated_before }),
    ...(params.non_archived && { notArchived: true }),
    orderBy: params.order_by ?? 'created_at',
    sort: params.sort ?? 'desc',
  };
}

function isNone(names: readonly string[]): boolean {
  return names.some((name) => name === 'No Label' || name === 'None');
}

function isAny(names: readonly string[]): boolean {
  return names.length === 1 && names[0] === 'Any';
}
