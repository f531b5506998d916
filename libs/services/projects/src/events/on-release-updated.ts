import { Controller } from '@nestjs/common';
import type { EventDataOf } from '@hearth/contract-kit';
import { ReleaseUpdatedEvent } from '@hearth/repository-contracts';
import { On, type Delivery } from '@hearth/messaging';
import { QueueDeliveries } from '../hook-deliveries/queue.js';

/** Hooks are called for changed releases. */
@Controller()
export class OnReleaseUpdated {
  constructor(private readonly queueDeliveries: QueueDeliveries) {}

  @On(ReleaseUpdatedEvent)
  handle({ projectId, release }: EventDataOf<typeof ReleaseUpdatedEvent>, { tx }: Delivery): Promise<void> {
    const event = { trigger: 'releases_events', subject: { action: 'update', release } } as const;
    return this.queueDeliveries.forEvent(tx, projectId, event);
  }
}
