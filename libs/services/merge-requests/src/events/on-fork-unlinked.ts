import type { EventDataOf, UserId } from '@hearth/contract-kit';
import { ForkUnlinkedEvent } from '@hearth/contracts';
import type { Tx } from '@hearth/data';
import { Jobs } from '@hearth/jobs';
import { On, type Reaction } from '@hearth/messaging';
import { CloseMergeRequestsOfFork } from '../jobs/removal-jobs.js';

/** Merge requests from a project into others of a network that it has left are closed. */
@On(ForkUnlinkedEvent)
export class OnForkUnlinked implements Reaction<typeof ForkUnlinkedEvent> {
  constructor(private readonly jobs: Jobs) {}

  async handle({ projectId, userId }: EventDataOf<typeof ForkUnlinkedEvent>, tx: Tx): Promise<void> {
    await this.jobs.add(tx, CloseMergeRequestsOfFork, { projectId, userId: userId as UserId });
  }
}
