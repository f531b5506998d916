import { Controller } from '@nestjs/common';
import { PipelineUpdatedEvent } from '@hearth/ci-contracts';
import type { EventDataOf } from '@hearth/contract-kit';
import { On, type Delivery } from '@hearth/messaging';
import { QueueDeliveries } from '../../hook-deliveries/queue.js';

/** Hooks are called for each new status of a pipeline. */
@Controller()
export class OnPipelineUpdated {
  constructor(private readonly queueDeliveries: QueueDeliveries) {}

  @On(PipelineUpdatedEvent)
  handle(updated: EventDataOf<typeof PipelineUpdatedEvent>, { tx }: Delivery): Promise<void> {
    const { projectId, pipelineId, status } = updated;
    const event = { trigger: 'pipeline_events', subject: { pipelineId, status } } as const;
    return this.queueDeliveries.forEvent(tx, projectId, event);
  }
}
