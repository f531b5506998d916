import { v4 } from '@hearth/http';
import { z } from 'zod';
import { ExploreGroupsParams, ExploreParams } from '../explore-pages/explore-page.params.js';

const LIST_STATES = ['active', 'archived', 'all'] as const;
export type AdminListState = (typeof LIST_STATES)[number];

export const AdminProjectsParams = ExploreParams.omit({ topic: true }).extend({
  state: v4.optional(v4.oneOf(LIST_STATES)).catch(undefined),
});
export const AdminGroupsParams = ExploreGroupsParams;
export const AdminUsageParams = z.object({});
