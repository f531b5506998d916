import { v4 } from '@hearth/http';
import { z } from 'zod';
import { milestoneFilter, type MilestoneFilter } from './milestone-filter.rules.js';

/** Most usernames of one parameter. */
const MOST_NAMES = 5;
const username = v4.text({ most: 255 });
const usernames = v4.list(username, { most: MOST_NAMES });
const labels = v4.list(v4.text({ most: 1024 }), { most: 1000 });

/** Fields that a search may look in. */
export const SEARCHED = ['title', 'description'] as const;

/** Id of a user, or `None` or `Any`, in any case. */
export function userFilter() {
  const word = z.preprocess(
    (value) => (typeof value === 'string' ? value.toLowerCase() : value),
    z.enum(['none', 'any'], { error: 'is invalid' }),
  );
  return v4.optional(z.union([word, v4.integer()], { error: 'is invalid' }));
}

const excluded = {
  labels: v4.optional(labels).describe('Without any of these labels'),
  milestone: v4.optional(v4.text({ most: 4096 })).describe('Without this milestone'),
  author_id: v4.optional(v4.integer()).describe('Not of this author'),
  author_username: v4.optional(username).describe('Not of this author'),
  assignee_id: v4.optional(v4.integer()).describe('Not assigned to this user'),
  assignee_username: v4.optional(usernames).describe('Not assigned to any of these users'),
  my_reaction_emoji: v4.optional(v4.text({ most: 255 })).describe('Not awarded this emoji by the caller'),
  iids: v4.optional(v4.list(v4.integer())).describe('Not with these numbers'),
};

/** Parameter `not`, whose names are those of other filters. @param more further names of the list */
export function exclusionParams<More extends z.ZodRawShape>(more: More) {
  return v4
    .optional(z.strictObject({ ...excluded, ...more }, { error: 'is invalid' }))
    .describe('Only records without these properties, as in `not[labels]=bug`');
}

/** Parameters of lists in later releases, besides `not`. */
export const laterListParams = {
  author_username: v4.optional(username).describe('Only records of this author'),
  assignee_id: userFilter().describe('Only records assigned to this user; `None`, `Any`'),
  assignee_username: v4.optional(usernames).describe('Only records assigned to all of these users'),
  in: v4
    .optional(v4.list(v4.oneOf(SEARCHED)))
    .describe('Fields that `search` looks in: `title`, `description`; by default both'),
};

type ExclusionParams = z.output<z.ZodObject<typeof excluded>>;

/** Properties that the records of a list do not have; undefined values do not filter. */
export interface Exclusions {
  readonly labels?: readonly string[];
  readonly milestone?: MilestoneFilter;
  readonly authorId?: number;
  readonly assigneeIds?: readonly number[];
  readonly reaction?: string;
  readonly iids?: readonly number[];
}

/** Usernames of a list's parameters, which the service resolves to ids. */
export interface NamedUsers {
  readonly author?: string;
  readonly assignees?: readonly string[];
  readonly notAuthor?: string;
  readonly notAssignees?: readonly string[];
}

/** Converts `not` to the exclusions of a list. */
export function exclusionsOf(params: ExclusionParams): Exclusions {
  const { labels: names, milestone, author_id: authorId, assignee_id: assigneeId, iids } = params;
  return {
    ...(names?.length && { labels: names }),
    ...(milestone !== undefined && { milestone: milestoneFilter(milestone) }),
    ...(authorId !== undefined && { authorId }),
    ...(assigneeId !== undefined && { assigneeIds: [assigneeId] }),
    ...(params.my_reaction_emoji !== undefined && { reaction: params.my_reaction_emoji }),
    ...(iids?.length && { iids }),
  };
}

/** Usernames of the parameters of a list. */
export function namedUsers(params: {
  readonly author_username?: string | undefined;
  readonly assignee_username?: readonly string[] | undefined;
  readonly not?: ExclusionParams | undefined;
}): NamedUsers {
  const { author_username: author, assignee_username: assignees, not } = params;
  return {
    ...(author !== undefined && { author }),
    ...(assignees?.length && { assignees }),
    ...(not?.author_username !== undefined && { notAuthor: not.author_username }),
    ...(not?.assignee_username?.length && { notAssignees: not.assignee_username }),
  };
}

/** All usernames that the parameters name, in lower case. */
export function usernamesOf(users: NamedUsers): string[] {
  const usernames: readonly string[] = Object.values(users).flat();
  return [...new Set(usernames.map((username) => username.toLowerCase()))];
}

/** Id that no user has: a filter by an unknown username lists nothing. */
const NO_USER = 0;

/**
 * Ids of users by their usernames, in any case; for unknown usernames an id that no user has.
 * @param ids by username, in lower case
 */
export function userIdsIn(ids: ReadonlyMap<string, number>): (username: string) => number {
  return (username) => ids.get(username.toLowerCase()) ?? NO_USER;
}

/** Adds the authors and assignees that are named by their usernames to the filters. */
export function withNamedUsers<Filters extends { readonly not?: Exclusions }>(
  filters: Filters,
  { author, assignees, notAuthor, notAssignees }: NamedUsers,
  idOf: (username: string) => number,
): Filters {
  const excluded = {
    ...filters.not,
    ...(notAuthor !== undefined && { authorId: idOf(notAuthor) }),
    ...(notAssignees && { assigneeIds: notAssignees.map(idOf) }),
  };
  return {
    ...filters,
    ...(author !== undefined && { authorId: idOf(author) }),
    ...(assignees && { assigneeIds: assignees.map(idOf) }),
    ...(Object.keys(excluded).length > 0 && { not: excluded }),
  };
}
