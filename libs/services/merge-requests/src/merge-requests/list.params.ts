import { v4 } from '@hearth/http';
import { issuableListParams } from '@hearth/issuable';
import { z } from 'zod';

const filters = {
  state: v4.optional(v4.oneOf(['opened', 'closed', 'locked', 'merged', 'all'])),
  view: v4.optional(v4.oneOf(['simple'])),
  ...issuableListParams,
};

export const ListMergeRequestsParams = z.object(filters);
export const ProjectMergeRequestsParams = z.object({
  id: v4.project(),
  iids: v4.optional(v4.list(v4.integer())),
  ...filters,
});
