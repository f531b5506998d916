import { PIPELINE_STATUSES } from '@hearth/ci-contracts';
import { v4 } from '@hearth/http';
import { z } from 'zod';

export const PipelineListParams = z.object({
  id: v4.project(),
  ref: v4.optional(v4.text({ most: 1024 })),
  status: v4.optional(v4.oneOf(PIPELINE_STATUSES)).catch(undefined),
  page: v4.page.page,
});
