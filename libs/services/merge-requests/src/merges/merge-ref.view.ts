import { z } from 'zod';

export const MergeRefView = z.strictObject({
  commit_id: z.string().describe('Id of the commit that `refs/merge-requests/:iid/merge` points at'),
});
export type MergeRefView = z.output<typeof MergeRefView>;
