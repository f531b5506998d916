import { v4 } from '@hearth/http';
import { z } from 'zod';

export const ScheduleListParams = z.object({ id: v4.project(), page: v4.page.page });
