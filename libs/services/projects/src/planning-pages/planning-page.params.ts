import { v4 } from '@hearth/http';
import { z } from 'zod';

const LIST_STATES = ['active', 'closed', 'all'] as const;
export type MilestoneListState = (typeof LIST_STATES)[number];

export const MilestoneListPageParams = z.object({
  id: v4.project(),
  state: v4.optional(v4.oneOf(LIST_STATES)).catch(undefined),
  search: v4.search(),
  page: v4.page.page,
});
export const MilestonePageParams = z.object({ id: v4.project(), iid: v4.id() });
