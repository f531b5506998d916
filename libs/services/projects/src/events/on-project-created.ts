import { Controller } from '@nestjs/common';
import type { EventDataOf } from '@hearth/contract-kit';
import { On, type Delivery } from '@hearth/messaging';
import { ProjectCreatedEvent } from '@hearth/projects-contracts';
import { QueueDeliveries } from '../hook-deliveries/queue.js';

/** Queues deliveries of system hooks for new projects. */
@Controller()
export class OnProjectCreated {
  constructor(private readonly queueDeliveries: QueueDeliveries) {}

  @On(ProjectCreatedEvent)
  handle({ projectId }: EventDataOf<typeof ProjectCreatedEvent>, { tx }: Delivery): Promise<void> {
    return this.queueDeliveries.forSystem(tx, [{ name: 'project_create', projectId }]);
  }
}
