import { v4 } from '@hearth/http';
import { z } from 'zod';
import { PROCESS_MODES } from './resource-group.rules.js';

export const ResourceGroupsParams = z.object({ id: v4.project(), ...v4.page });
export const ResourceGroupParams = z.object({ id: v4.project(), key: v4.text({ most: 1024 }) });
export const UpcomingJobsParams = ResourceGroupParams.extend(v4.page);
export const UpdateResourceGroupParams = ResourceGroupParams.extend({
  process_mode: v4
    .optional(v4.oneOf(PROCESS_MODES))
    .describe('Order in which jobs get the resource; by default it stays as it is'),
});
