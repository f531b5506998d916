import { Job, defineJob, type JobDataOf, type JobRun, type JobWorker } from '@hearth/jobs';
import { z } from 'zod';
import { ReplaceUser } from '../pipelines/replace-user.js';

/** Reassigns the pipelines and jobs of a deleted user. */
export const ReleaseUser = defineJob({
  name: 'release-user',
  data: z.object({ userId: z.int(), newUserId: z.int().nullable() }),
});

@Job(ReleaseUser)
export class ReleaseUserWorker implements JobWorker<typeof ReleaseUser> {
  constructor(private readonly replaceUser: ReplaceUser) {}

  run({ userId, newUserId }: JobDataOf<typeof ReleaseUser>, { signal }: JobRun): Promise<void> {
    return this.replaceUser.execute(userId, newUserId, signal);
  }
}
