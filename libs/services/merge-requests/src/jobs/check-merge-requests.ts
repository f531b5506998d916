import { Job, defineJob, type JobDataOf, type JobRun, type JobWorker } from '@hearth/jobs';
import { z } from 'zod';
import { CheckListed } from '../merges/check-listed.js';

/** Finds out whether the merge requests of a listed page can be merged; one job for all requests of the page until it runs. */
export const CheckMergeRequests = defineJob({
  name: 'check-merge-requests',
  data: z.object({ mergeRequestIds: z.array(z.int()).max(100) }),
  unique: true,
  concurrency: 2,
});

@Job(CheckMergeRequests)
export class CheckMergeRequestsWorker implements JobWorker<typeof CheckMergeRequests> {
  constructor(private readonly checkListed: CheckListed) {}

  run({ mergeRequestIds }: JobDataOf<typeof CheckMergeRequests>, { signal }: JobRun): Promise<void> {
    return this.checkListed.execute(mergeRequestIds, signal);
  }
}
