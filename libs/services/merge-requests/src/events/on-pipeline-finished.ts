import { Controller } from '@nestjs/common';
import type { EventDataOf } from '@hearth/contract-kit';
import { PipelineFinishedEvent } from '@hearth/ci-contracts';
import { Jobs } from '@hearth/jobs';
import { On, type Delivery } from '@hearth/messaging';
import { MergeWhenSucceededJob } from '../jobs.js';
import { MergesStore } from '../merges/merges.store.js';

/** A success carries out the wishes that wait for it; they survive a failure, and a later success carries them out. */
@Controller()
export class OnPipelineFinished {
  constructor(
    private readonly mergesStore: MergesStore,
    private readonly jobs: Jobs,
  ) {}

  @On(PipelineFinishedEvent)
  async handle(
    { projectId, ref, sha, headSha = sha, status, mergeRequestId: id }: EventDataOf<typeof PipelineFinishedEvent>,
    { tx }: Delivery,
  ): Promise<void> {
    if (status !== 'success') return;
    const waiting =
      id === undefined
        ? await this.mergesStore.autoMerges(tx, projectId, ref, sha)
        : await this.mergesStore.autoMergesOf(tx, projectId, id, headSha);
    for (const mergeRequestId of waiting)
      await this.jobs.add(tx, MergeWhenSucceededJob, { mergeRequestId }, { singletonKey: String(mergeRequestId) });
  }
}
