import { v4 } from '@hearth/http';
import { z } from 'zod';
import { CODE_SCOPES } from '../search/code-search.rules.js';

/** Kinds of records that are found on pages. */
export const PAGE_SCOPES = {
  everywhere: ['projects', 'groups', 'issues', 'merge_requests', 'milestones', 'users'],
  project: [...CODE_SCOPES, 'issues', 'merge_requests', 'milestones'],
} as const;

export const SearchPageParams = z.object({
  scope: v4.optional(v4.oneOf([...PAGE_SCOPES.everywhere])).catch(undefined),
  search: v4.search(),
  page: v4.page.page,
});
export const ProjectSearchPageParams = z.object({
  id: v4.project(),
  scope: v4.optional(v4.oneOf([...PAGE_SCOPES.project])).catch(undefined),
  search: v4.search(),
  page: v4.page.page,
});
