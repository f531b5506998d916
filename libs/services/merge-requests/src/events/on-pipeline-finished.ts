import { Controller } from '@nestjs/common';
import type { EventDataOf } from '@hearth/contract-kit';
import { PipelineFinishedEvent } from '@hearth/ci-contracts';
import { Jobs } from '@hearth/jobs';
import { On, type Delivery } from '@hearth/messaging';
import { FollowedBranchesStore } from '../branches/followed-branches.store.js';
import { MergeWhenSucceededJob, PublishHeadPipelineJob } from '../jobs.js';

/**
 * A success carries out the automatic merges that wait for it; they survive a failure, and a later success carries them out. The result for
 * the head of a merge request is published.
 */
@Controller()
export class OnPipelineFinished {
  constructor(
    private readonly followedBranchesStore: FollowedBranchesStore,
    private readonly jobs: Jobs,
  ) {}

  @On(PipelineFinishedEvent)
  async handle(finished: EventDataOf<typeof PipelineFinishedEvent>, { tx }: Delivery): Promise<void> {
    const { projectId, pipelineId, ref, sha, headSha = sha, status, mergeRequestId: id } = finished;
    if (status !== 'success' && status !== 'failed') return;
    const source = id === undefined ? { branch: ref } : { id };
    for (const each of await this.followedBranchesStore.withHead(tx, projectId, source, headSha)) {
      const { id: mergeRequestId, isHead, isAwaited } = each;
      const key = { singletonKey: String(mergeRequestId) };
      if (isAwaited && status === 'success') await this.jobs.add(tx, MergeWhenSucceededJob, { mergeRequestId }, key);
      if (isHead) await this.jobs.add(tx, PublishHeadPipelineJob, { mergeRequestId, pipelineId });
    }
  }
}
