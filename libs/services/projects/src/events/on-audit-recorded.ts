import { Controller } from '@nestjs/common';
import type { AuditRecord } from '@hearth/contract-kit';
import { IdentityAuditRecordedEvent } from '@hearth/identity-contracts';
import { On, type Delivery } from '@hearth/messaging';
import { ProjectsAuditRecordedEvent } from '@hearth/projects-contracts';
import { QueueDeliveries } from '../hook-deliveries/queue.js';
import { systemSubjectOf } from '../system-hooks/system-subject.rules.js';

/** Queues deliveries of system hooks for new users and changes of members, of which the audit trail has a record each. */
abstract class OnAuditRecorded {
  constructor(private readonly queueDeliveries: QueueDeliveries) {}

  protected async queue(record: AuditRecord, { tx }: Delivery): Promise<void> {
    const subject = systemSubjectOf(record);
    if (subject) await this.queueDeliveries.forSystem(tx, [subject]);
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
