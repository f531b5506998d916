import { v4 } from '@hearth/http';
import { z } from 'zod';
import type { ProjectFilters } from '../projects/projects.finder.js';

/** Orders of the list of projects, by the names of the reference. */
export const PROJECT_SORTS = ['latest_activity_desc', 'created_desc', 'name_asc', 'name_desc'] as const;
export type ProjectSort = (typeof PROJECT_SORTS)[number];

export const SORT_ORDERS: Readonly<Record<ProjectSort, Pick<ProjectFilters, 'orderBy' | 'sort'>>> = {
  latest_activity_desc: { orderBy: 'lastActivityAt', sort: 'desc' },
  created_desc: { orderBy: 'createdAt', sort: 'desc' },
  name_asc: { orderBy: 'name', sort: 'asc' },
  name_desc: { orderBy: 'name', sort: 'desc' },
};

export const ExploreParams = z.object({
  search: v4.search(),
  sort: v4.optional(v4.oneOf(PROJECT_SORTS)).catch(undefined),
  topic: v4.optional(v4.text({ most: 255 })),
  page: v4.page.page,
});
export const ExploreGroupsParams = z.object({ search: v4.search(), page: v4.page.page });
