import { Controller } from '@nestjs/common';
import { PipelineUpdatedEvent } from '@hearth/ci-contracts';
import type { EventDataOf } from '@hearth/contract-kit';
import { On, type Delivery } from '@hearth/messaging';
import { QueueDeliveries } from '../../hook-deliveries/queue.js';
import { QueueNotices } from '../../notifications/queue-notices.js';

/** Hooks are called for each new status of a pipeline, and its user may get a mail about its end. */
@Controller()
export class OnPipelineUpdated {
  constructor(
    private readonly queueDeliveries: QueueDeliveries,
    private readonly queueNotices: QueueNotices,
  ) {}

  @On(PipelineUpdatedEvent)
  async handle(updated: EventDataOf<typeof PipelineUpdatedEvent>, delivery: Delivery): Promise<void> {
    const { projectId, pipelineId, status } = updated;
    const event = { trigger: 'pipeline_events', subject: { pipelineId, status } } as const;
    await this.queueDeliveries.forEvent(delivery.tx, projectId, event);
    if (status !== 'success' && status !== 'failed') return;
    await this.queueNotices.forEvent(delivery, { projectId, target: { pipelineId }, actorId: null, status });
  }
}
