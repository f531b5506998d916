import { Controller } from '@nestjs/common';
import type { EventDataOf } from '@hearth/contract-kit';
import { On, type Delivery } from '@hearth/messaging';
import { IssueSavedEvent } from '@hearth/projects-contracts';
import { QueueDeliveries } from '../hook-deliveries/queue.js';

/** Queues webhook deliveries for changes of issues; confidential issues have their own trigger. */
@Controller()
export class OnIssueSaved {
  constructor(private readonly queueDeliveries: QueueDeliveries) {}

  @On(IssueSavedEvent)
  handle(saved: EventDataOf<typeof IssueSavedEvent>, { tx }: Delivery): Promise<void> {
    const { projectId, issueId, userId, confidential, action, changes } = saved;
    const trigger = confidential ? 'confidential_issues_events' : 'issues_events';
    return this.queueDeliveries.forEvent(tx, projectId, { trigger, subject: { action, issueId, userId, changes } });
  }
}
