import { Controller } from '@nestjs/common';
import type { EventDataOf } from '@hearth/contract-kit';
import { JobsUpdatedEvent } from '@hearth/ci-contracts';
import { On, SelectiveReaction, type Delivery } from '@hearth/messaging';
import { QueueDeliveries } from '../../hook-deliveries/queue.js';

const TRIGGER = 'job_events';

/** Hooks are called for each new status of a job. Most jobs are of projects without such a hook, and their events are the most frequent ones. */
@Controller()
export class OnJobsUpdated extends SelectiveReaction<typeof JobsUpdatedEvent> {
  constructor(private readonly queueDeliveries: QueueDeliveries) {
    super();
  }

  async selects(events: readonly EventDataOf<typeof JobsUpdatedEvent>[]): Promise<boolean[]> {
    const projectIds = events.map(({ projectId }) => projectId);
    const withHooks = await this.queueDeliveries.projectsWithHooks(projectIds, TRIGGER);
    return projectIds.map((id) => withHooks.has(id));
  }

  @On(JobsUpdatedEvent)
  handle(updated: EventDataOf<typeof JobsUpdatedEvent>, { tx }: Delivery): Promise<void> {
    const { projectId, jobIds, status } = updated;
    const events = jobIds.map((jobId) => ({ trigger: TRIGGER, subject: { jobId, status } }) as const);
    return this.queueDeliveries.forEvents(tx, projectId, events);
  }
}
