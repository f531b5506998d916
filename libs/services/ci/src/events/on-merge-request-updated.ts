import { Controller } from '@nestjs/common';
import type { EventDataOf } from '@hearth/contract-kit';
import { MergeRequestUpdatedEvent } from '@hearth/merge-requests-contracts';
import { Jobs } from '@hearth/jobs';
import { On, type Delivery } from '@hearth/messaging';
import { CreateMergeRequestPipelineJob } from '../jobs.js';

/** A new head of an open merge request has a pipeline. */
@Controller()
export class OnMergeRequestUpdated {
  constructor(private readonly jobs: Jobs) {}

  @On(MergeRequestUpdatedEvent)
  async handle(
    { projectId, iid, headSha, userId, state, changed }: EventDataOf<typeof MergeRequestUpdatedEvent>,
    { tx }: Delivery,
  ): Promise<void> {
    if (state !== 'opened' || !changed.includes('version') || headSha === null || userId === null) return;
    await this.jobs.add(tx, CreateMergeRequestPipelineJob, { projectId, iid, headSha, userId });
  }
}
