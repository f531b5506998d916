import { Controller } from '@nestjs/common';
import type { AuditRecord } from '@hearth/contract-kit';
import { IdentityAuditRecordedEvent } from '@hearth/identity-contracts';
import { On, type Delivery } from '@hearth/messaging';
import { ProjectsAuditRecordedEvent } from '@hearth/projects-contracts';
import { QueueDeliveries } from '../hook-deliveries/queue.js';
import { systemSubjectOf } from '../system-hooks/system-subject.rules.js';

/**
 * Queues deliveries of system hooks for new users and changes of members, and of hooks of groups for changes of their members: the audit trail
 * has a record of each.
 */
abstract class OnAuditRecorded {
  constructor(private readonly queueDeliveries: QueueDeliveries) {}

  protected async queue(record: AuditRecord, { tx }: Delivery): Promise<void> {
    const subject = systemSubjectOf(record);
    if (!subject) return;
    await this.queueDeliveries.forSystem(tx, [subject]);
    if (subject.name === 'member' && subject.source.kind === 'group')
      await this.queueDeliveries.forGroup(tx, subject.source.id, { trigger: 'member_events', subject });
  }
}

@Controller()
export class OnIdentityAuditRecorded extends OnAuditRecorded {
  constructor(queueDeliveries: QueueDeliveries) {
    super(queueDeliveries);
  }

  @On(IdentityAuditRecordedEvent)
  handle(record: AuditRecord, delivery: Delivery): Promise<void> {
    return this.queue(record, delivery);
  }
}

@Controller()
export class OnProjectsAuditRecorded extends OnAuditRecorded {
  constructor(queueDeliveries: QueueDeliveries) {
    super(queueDeliveries);
  }

  @On(ProjectsAuditRecordedEvent)
  handle(record: AuditRecord, delivery: Delivery): Promise<void> {
    return this.queue(record, delivery);
  }
}
