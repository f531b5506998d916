import { Job, defineJob, type JobDataOf, type JobWorker } from '@hearth/jobs';
import { z } from 'zod';
import { RecordVersion } from '../diffs/record-version.js';

/** Makes a version of a merge request if its source branch has moved; pushes that come while the job waits are one version. */
export const SyncMergeRequest = defineJob({
  name: 'sync-merge-request',
  data: z.object({ mergeRequestId: z.int(), again: z.boolean().default(false) }),
  unique: true,
  concurrency: 4,
});

@Job(SyncMergeRequest)
export class SyncMergeRequestWorker implements JobWorker<typeof SyncMergeRequest> {
  constructor(private readonly recordVersion: RecordVersion) {}

  run({ mergeRequestId, again }: JobDataOf<typeof SyncMergeRequest>): Promise<void> {
    return this.recordVersion.execute(mergeRequestId, { again });
  }
}
