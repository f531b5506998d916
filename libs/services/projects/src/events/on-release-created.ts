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
    return this.queueDeliveries.forRelease(tx, projectId, 'create', release);
  }
}
