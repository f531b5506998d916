import { Controller } from '@nestjs/common';
import { JobsUpdatedEvent } from '@hearth/ci-contracts';
import type { EventDataOf } from '@hearth/contract-kit';
import { On, type Delivery } from '@hearth/messaging';
import { QueueDeliveries } from '../../hook-deliveries/queue.js';

/** Hooks are called for each new status of a job. */
@Controller()
export class OnJobsUpdated {
  constructor(private readonly queueDeliveries: QueueDeliveries) {}

  @On(JobsUpdatedEvent)
  handle(updated: EventDataOf<typeof JobsUpdatedEvent>, { tx }: Delivery): Promise<void> {
    const { projectId, jobIds, status } = updated;
    const events = jobIds.map((jobId) => ({ trigger: 'job_events', subject: { jobId, status } }) as const);
    return this.queueDeliveries.forEvents(tx, projectId, events);
  }
}
