import { Job, type JobDataOf, type JobWorker } from '@hearth/jobs';
import { AcceptForNote } from '../merges/accept-for-note.js';
import { CleanUpAfterMerge } from '../merges/clean-up.js';
import { MergeWhenPipelineSucceeded } from '../merges/merge-when-succeeded.js';
import { MergeMergeRequest } from '../merges/merge.js';
import { AcceptByQuickAction, CleanUpMerge, MergeWhenSucceeded, ResumeMerge } from './merge-jobs.js';

@Job(ResumeMerge)
export class ResumeMergeWorker implements JobWorker<typeof ResumeMerge> {
  constructor(private readonly mergeMergeRequest: MergeMergeRequest) {}

  async run({ mergeRequestId }: JobDataOf<typeof ResumeMerge>): Promise<void> {
    await this.mergeMergeRequest.resume(mergeRequestId);
  }
}

@Job(MergeWhenSucceeded)
export class MergeWhenSucceededWorker implements JobWorker<typeof MergeWhenSucceeded> {
  constructor(private readonly mergeWhenPipelineSucceeded: MergeWhenPipelineSucceeded) {}

  run({ mergeRequestId }: JobDataOf<typeof MergeWhenSucceeded>): Promise<void> {
    return this.mergeWhenPipelineSucceeded.execute(mergeRequestId);
  }
}

@Job(CleanUpMerge)
export class CleanUpMergeWorker implements JobWorker<typeof CleanUpMerge> {
  constructor(private readonly cleanUpAfterMerge: CleanUpAfterMerge) {}

  run({ mergeRequestId, tokenId }: JobDataOf<typeof CleanUpMerge>): Promise<void> {
    return this.cleanUpAfterMerge.execute(mergeRequestId, tokenId);
  }
}

@Job(AcceptByQuickAction)
export class AcceptByQuickActionWorker implements JobWorker<typeof AcceptByQuickAction> {
  constructor(private readonly acceptForNote: AcceptForNote) {}

  run(asked: JobDataOf<typeof AcceptByQuickAction>): Promise<void> {
    return this.acceptForNote.execute(asked);
  }
}
