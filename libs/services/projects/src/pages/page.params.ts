import { v4 } from '@hearth/http';
import { z } from 'zod';

/** Full path of a user, a group or a project, and the page number of its list. */
export const OverviewParams = z.object({ path: v4.text({ most: 4_096 }), page: v4.page.page });

export const DashboardParams = z.object({ page: v4.page.page });
