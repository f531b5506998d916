import { v4 } from '@hearth/http';
import { z } from 'zod';

/** Full path of a user, a group or a project, and the page number of its list; `search` is for groups. */
export const OverviewParams = z.object({ path: v4.text({ most: 4_096 }), search: v4.search(), page: v4.page.page });

export const DashboardParams = z.object({ page: v4.page.page });
