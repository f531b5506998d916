import { Controller } from '@nestjs/common';
import type { EventDataOf } from '@hearth/contract-kit';
import { ReleaseCreatedEvent } from '@hearth/repository-contracts';
import { On, type Delivery } from '@hearth/messaging';
import { QueueDeliveries } from '../hook-deliveries/queue.js';

/** Hooks are called for new releases. */
@Controller()
export class OnReleaseCreated {
  constructor(private readonly queueDeliveries: QueueDeliveries) {}

  @On(ReleaseCreatedEvent)
  handle({ projectId, release }: EventDataOf<typeof ReleaseCreatedEvent>, { tx }: Delivery): Promise<void> {
    const event = { trigger: 'releases_events', subject: { action: 'create', release } } as const;
    return this.queueDeliveries.forEvent(tx, projectId, event);
  }
}
