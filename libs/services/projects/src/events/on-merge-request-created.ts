import { Controller } from '@nestjs/common';
import type { EventDataOf } from '@hearth/contract-kit';
import { MergeRequestCreatedEvent } from '@hearth/merge-requests-contracts';
import { On, type Delivery } from '@hearth/messaging';
import { ActivityStore } from '../activity/activity.store.js';
import { QueueDeliveries } from '../hook-deliveries/queue.js';
import { QueueNotices } from '../notifications/queue-notices.js';
import { MergeRequestTodos } from '../todos/merge-request-todos.js';

/** A new merge request is an activity of its author, and hooks are called for it. */
@Controller()
export class OnMergeRequestCreated {
  constructor(
    private readonly activityStore: ActivityStore,
    private readonly queueDeliveries: QueueDeliveries,
    private readonly mergeRequestTodos: MergeRequestTodos,
    private readonly queueNotices: QueueNotices,
  ) {}

  @On(MergeRequestCreatedEvent)
  async handle(created: EventDataOf<typeof MergeRequestCreatedEvent>, delivery: Delivery): Promise<void> {
    const { tx, meta } = delivery;
    const { projectId, mergeRequestId, userId: authorId } = created;
    const subject = { action: 'open', mergeRequestId, userId: authorId, changes: {}, previousHeadSha: null } as const;
    await this.mergeRequestTodos.created(tx, created);
    const about = { projectId, target: { mergeRequestId }, actorId: authorId };
    await this.queueNotices.forEvent(delivery, { ...about, notices: [{ cause: 'new_merge_request' }] });
    await this.queueDeliveries.forEvent(tx, projectId, { trigger: 'merge_requests_events', subject });
    if (authorId === null) return;
    const activity = { projectId, mergeRequestId, authorId, createdAt: meta.time };
    await this.activityStore.append(tx, { kind: 'merge_request:created', ...activity });
  }
}
