import { Controller } from '@nestjs/common';
import { DeploymentCreatedEvent } from '@hearth/ci-contracts';
import type { EventDataOf } from '@hearth/contract-kit';
import { On, type Delivery } from '@hearth/messaging';
import { QueueDeliveries } from '../../hook-deliveries/queue.js';

/** Hooks are called for deployments. */
@Controller()
export class OnDeploymentCreated {
  constructor(private readonly queueDeliveries: QueueDeliveries) {}

  @On(DeploymentCreatedEvent)
  handle(created: EventDataOf<typeof DeploymentCreatedEvent>, { tx }: Delivery): Promise<void> {
    const { projectId, deploymentId } = created;
    const event = { trigger: 'deployment_events', subject: { deploymentId } } as const;
    return this.queueDeliveries.forEvent(tx, projectId, event);
  }
}
