import { Controller } from '@nestjs/common';
import type { EventDataOf, UserId } from '@hearth/contract-kit';
import { RefUpdatedEvent } from '@hearth/repository-contracts';
import { Jobs } from '@hearth/jobs';
import { On, type Delivery } from '@hearth/messaging';
import { QueueDeliveries } from '../hook-deliveries/queue.js';
import { ReadPushedCommitsJob, RecordPushJob } from '../jobs.js';
import { ProjectsStore } from '../projects/projects.store.js';
import { branchOf, refOf } from '../repositories/ref.rules.js';

/** A push is activity, it may have moved the default branch, its commits close and name issues, and hooks are called for it. */
@Controller()
export class OnRefUpdated {
  constructor(
    private readonly projectsStore: ProjectsStore,
    private readonly queueDeliveries: QueueDeliveries,
    private readonly jobs: Jobs,
  ) {}

  @On(RefUpdatedEvent)
  async handle(change: EventDataOf<typeof RefUpdatedEvent>, { tx }: Delivery): Promise<void> {
    await this.projectsStore.noteRepositoryChange(tx, change);
    await this.queueDeliveries.forPush(tx, change);
    const { projectId, ref, oldId: from, newId: to, userId, defaultBranch, via } = change;
    if (userId === null || via === 'import') return;
    const { sequence, occurredAt } = change;
    const push = {
      projectId,
      userId: userId as UserId,
      sequence,
      ref,
      oldId: from,
      newId: to,
      defaultBranch,
      occurredAt,
    };
    if (refOf(ref)) await this.jobs.add(tx, RecordPushJob, push);
    const branch = branchOf(ref);
    if (to === null || branch === undefined) return;
    const closes = branch === defaultBranch;
    // The commits of a new default branch are the project's past.
    if (closes && from === null) return;
    await this.jobs.add(tx, ReadPushedCommitsJob, { projectId, userId: userId as UserId, from, to, closes });
  }
}
