import { PIPELINE_STATUSES } from '@hearth/ci-contracts';
import { v4 } from '@hearth/http';
import { z } from 'zod';

export const BridgesParams = z.object({
  id: v4.project(),
  pipeline_id: v4.id(),
  scope: v4.optional(v4.list(v4.oneOf(PIPELINE_STATUSES), { most: 100 })),
  ...v4.page,
});
