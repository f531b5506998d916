import type { UserId } from '@hearth/contract-kit';
import {
  issuableFilters,
  namedUsers,
  userIdsIn,
  withNamedUsers,
  type IssuableFilters,
  type NamedUsers,
} from '@hearth/issuable';
import type { z } from 'zod';
import type { ListMergeRequestsParams } from './list.params.js';
import type { MergeRequestState } from '../merge-requests/merge-request.rules.js';

type Params = z.output<typeof ListMergeRequestsParams>;

type MergeRequestOrder = 'created_at' | 'updated_at';

/** Filters of a list of merge requests; undefined values do not filter. */
export interface MergeRequestFilters extends IssuableFilters<MergeRequestState, MergeRequestOrder> {
  readonly sourceBranch?: string;
  readonly targetBranch?: string;
  readonly reviewerId?: number | 'none' | 'any';
  readonly mergedById?: number;
  readonly mergedAfter?: Date;
  readonly mergedBefore?: Date;
  readonly sourceProjectId?: number;
  readonly draft?: boolean;
  readonly milestoneId?: number;
  readonly without?: {
    readonly reviewerId?: number;
    readonly sourceBranch?: string;
    readonly targetBranch?: string;
  };
}

/** Users that the parameters of a list name by their usernames. */
export interface ListedUsers extends NamedUsers {
  readonly reviewer?: string;
  readonly notReviewer?: string;
  readonly mergedBy?: string;
}

/** Converts the parameters to the filters of a list. @param scope default scope of the list */
export function mergeRequestFilters(
  params: Params,
  userId: UserId,
  scope: 'all' | 'created_by_me',
): MergeRequestFilters {
  const { source_branch: sourceBranch, target_branch: targetBranch, not } = params;
  const reviewerId = params.scope === 'reviews_for_me' ? userId : params.reviewer_id;
  const draft = params.draft ?? (params.wip === undefined ? undefined : params.wip === 'yes');
  return {
    ...issuableFilters<MergeRequestState, MergeRequestOrder>(params, userId, scope),
    ...(sourceBranch !== undefined && { sourceBranch }),
    ...(targetBranch !== undefined && { targetBranch }),
    ...(reviewerId !== undefined && { reviewerId }),
    ...(params.merge_user_id !== undefined && { mergedById: params.merge_user_id }),
    ...(params.merged_after && { mergedAfter: params.merged_after }),
    ...(params.merged_before && { mergedBefore: params.merged_before }),
    ...(params.source_project_id !== undefined && { sourceProjectId: params.source_project_id }),
    ...(draft !== undefined && { draft }),
    ...(not && {
      without: {
        ...(not.reviewer_id !== undefined && { reviewerId: not.reviewer_id }),
        ...(not.source_branch !== undefined && { sourceBranch: not.source_branch }),
        ...(not.target_branch !== undefined && { targetBranch: not.target_branch }),
      },
    }),
  };
}

/** Usernames of the parameters. */
export function listedUsers(params: Params): ListedUsers {
  const { reviewer_username: reviewer, merge_user_username: mergedBy, not } = params;
  return {
    ...namedUsers(params),
    ...(reviewer !== undefined && { reviewer }),
    ...(mergedBy !== undefined && { mergedBy }),
    ...(not?.reviewer_username !== undefined && { notReviewer: not.reviewer_username }),
  };
}

/** Adds the users that are named by their usernames to the filters. @param ids by username, in lower case; missing where there is no such user */
export function withUsers(
  filters: MergeRequestFilters,
  users: ListedUsers,
  ids: ReadonlyMap<string, number>,
): MergeRequestFilters {
  const idOf = userIdsIn(ids);
  const { reviewer, mergedBy, notReviewer } = users;
  return {
    ...withNamedUsers(filters, users, idOf),
    ...(reviewer !== undefined && { reviewerId: idOf(reviewer) }),
    ...(mergedBy !== undefined && { mergedById: idOf(mergedBy) }),
    ...(notReviewer !== undefined && { without: { ...filters.without, reviewerId: idOf(notReviewer) } }),
  };
}
