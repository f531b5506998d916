import { Controller } from '@nestjs/common';
import type { EventDataOf } from '@hearth/contract-kit';
import { On, type Delivery } from '@hearth/messaging';
import { IssueSavedEvent } from '@hearth/projects-contracts';
import { QueueDeliveries } from '../hook-deliveries/queue.js';
import { issueNotices } from '../notifications/notice.rules.js';
import { QueueNotices } from '../notifications/queue-notices.js';

/** Queues mails and webhook deliveries for changes of issues; confidential issues have their own trigger. */
@Controller()
export class OnIssueSaved {
  constructor(
    private readonly queueDeliveries: QueueDeliveries,
    private readonly queueNotices: QueueNotices,
  ) {}

  @On(IssueSavedEvent)
  async handle(saved: EventDataOf<typeof IssueSavedEvent>, delivery: Delivery): Promise<void> {
    const { projectId, issueId, userId, confidential, action, changes } = saved;
    const trigger = confidential ? 'confidential_issues_events' : 'issues_events';
    const subject = { action, issueId, userId, changes };
    await this.queueDeliveries.forEvent(delivery.tx, projectId, { trigger, subject });
    const about = { projectId, target: { issueId }, actorId: userId };
    await this.queueNotices.forEvent(delivery, { ...about, notices: issueNotices(saved) });
  }
}
