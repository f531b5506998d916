import { z } from 'zod';

export const RebaseView = z.strictObject({
  rebase_in_progress: z.literal(true).describe('Always true: the rebase is requested'),
});
export type RebaseView = z.output<typeof RebaseView>;
