import { Injectable } from '@nestjs/common';
import { Refusal } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import { Job, type JobDataOf, type JobRun } from '@hearth/jobs';
import { CheckMergeRequestsJob } from '../jobs.js';
import { MergeRequestsStore } from '../merge-requests/merge-requests.store.js';
import { CheckMergeability } from './check-mergeability.js';

/** Checks whether the merge requests of a listed page can be merged. */
@Injectable()
export class CheckListed {
  constructor(
    private readonly db: Database,
    private readonly mergeRequestsStore: MergeRequestsStore,
    private readonly checkMergeability: CheckMergeability,
  ) {}

  /** May be repeated at any time. Skips merge requests that are deleted meanwhile, or whose project is. */
  @Job(CheckMergeRequestsJob)
  async execute(
    { mergeRequestIds }: JobDataOf<typeof CheckMergeRequestsJob>,
    { signal }: Partial<JobRun> = {},
  ): Promise<void> {
    for (const id of mergeRequestIds) {
      signal?.throwIfAborted();
      const mergeRequest = await this.mergeRequestsStore.findById(this.db, id);
      try {
        if (mergeRequest) await this.checkMergeability.execute(mergeRequest);
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
      }
    }
  }
}
