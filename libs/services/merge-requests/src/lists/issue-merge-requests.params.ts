import { v4 } from '@hearth/http';
import { z } from 'zod';

export const IssueMergeRequestsParams = z.object({
  id: v4.project(),
  issue_iid: v4.id().describe('Number of the issue in the project'),
  ...v4.page,
});
