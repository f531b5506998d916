import { v4 } from '@hearth/http';
import { z } from 'zod';

/** Orders of the list of projects, by the names of the reference. */
export const PROJECT_SORTS = ['latest_activity_desc', 'created_desc', 'name_asc', 'name_desc'] as const;
export type ProjectSort = (typeof PROJECT_SORTS)[number];

export const ExploreParams = z.object({
  search: v4.search(),
  sort: v4.optional(v4.oneOf(PROJECT_SORTS)).catch(undefined),
  topic: v4.optional(v4.text({ most: 255 })),
  page: v4.page.page,
});
export const ExploreGroupsParams = z.object({ search: v4.search(), page: v4.page.page });
