import { Controller } from '@nestjs/common';
import type { EventDataOf } from '@hearth/contract-kit';
import { MergeRequestCreatedEvent } from '@hearth/merge-requests-contracts';
import { Jobs } from '@hearth/jobs';
import { On, type Delivery } from '@hearth/messaging';
import { CreateMergeRequestPipelineJob } from '../jobs.js';

/** The head of a new merge request has a pipeline. */
@Controller()
export class OnMergeRequestCreated {
  constructor(private readonly jobs: Jobs) {}

  @On(MergeRequestCreatedEvent)
  async handle(
    { projectId, iid, headSha, userId }: EventDataOf<typeof MergeRequestCreatedEvent>,
    { tx }: Delivery,
  ): Promise<void> {
    if (headSha === null || userId === null) return;
    await this.jobs.add(tx, CreateMergeRequestPipelineJob, { projectId, iid, headSha, userId });
  }
}
