import { Controller } from '@nestjs/common';
import type { EventDataOf, UserId } from '@hearth/contract-kit';
import { ForkUnlinkedEvent } from '@hearth/projects-contracts';
import { Jobs } from '@hearth/jobs';
import { On, type Delivery } from '@hearth/messaging';
import { CloseMergeRequestsOfForkJob } from '../jobs.js';

/** Merge requests from a project into others of a network that it has left are closed. */
@Controller()
export class OnForkUnlinked {
  constructor(private readonly jobs: Jobs) {}

  @On(ForkUnlinkedEvent)
  async handle({ projectId, userId }: EventDataOf<typeof ForkUnlinkedEvent>, { tx }: Delivery): Promise<void> {
    await this.jobs.add(tx, CloseMergeRequestsOfForkJob, { projectId, userId: userId as UserId });
  }
}
