import { ProjectId, UserId } from '@hearth/contract-kit';
import { Job, defineJob, type JobDataOf, type JobRun, type JobWorker } from '@hearth/jobs';
import { z } from 'zod';
import { FollowBranch } from '../branches/follow-branch.js';

/** Brings open merge requests up to a branch that was pushed to; pushes that come while the job waits are followed together. */
export const FollowMovedBranch = defineJob({
  name: 'follow-moved-branch',
  data: z.object({ projectId: ProjectId, branch: z.string(), userId: UserId.nullable() }),
  unique: true,
  concurrency: 4,
});

@Job(FollowMovedBranch)
export class FollowMovedBranchWorker implements JobWorker<typeof FollowMovedBranch> {
  constructor(private readonly followBranch: FollowBranch) {}

  run(moved: JobDataOf<typeof FollowMovedBranch>, { signal }: JobRun): Promise<void> {
    return this.followBranch.execute(moved, signal);
  }
}
