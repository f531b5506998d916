import { v4 } from '@hearth/http';
import { z } from 'zod';

export const UserActivitiesParams = z.object({
  ...v4.page,
  from: v4.optional(v4.date()).describe('First day of activity; six months ago by default'),
});
