import { Controller } from '@nestjs/common';
import type { EventDataOf } from '@hearth/contract-kit';
import { MergeRequestUpdatedEvent } from '@hearth/merge-requests-contracts';
import { On, type Delivery } from '@hearth/messaging';
import { ActivityStore } from '../activity/activity.store.js';
import type { MergeRequestSubject } from '../hook-deliveries/delivery.rules.js';
import { QueueDeliveries } from '../hook-deliveries/queue.js';
import { mergeRequestNotices } from '../notifications/notice.rules.js';
import { QueueNotices } from '../notifications/queue-notices.js';
import { MergeRequestTodos } from '../todos/merge-request-todos.js';

type Updated = EventDataOf<typeof MergeRequestUpdatedEvent>;

/** Closing and reopening a merge request are activities; hooks are called for these and other changes. */
@Controller()
export class OnMergeRequestUpdated {
  constructor(
    private readonly activityStore: ActivityStore,
    private readonly queueDeliveries: QueueDeliveries,
    private readonly mergeRequestTodos: MergeRequestTodos,
    private readonly queueNotices: QueueNotices,
  ) {}

  @On(MergeRequestUpdatedEvent)
  async handle(updated: Updated, delivery: Delivery): Promise<void> {
    const { tx, meta } = delivery;
    const { projectId, mergeRequestId, userId } = updated;
    await this.mergeRequestTodos.updated(tx, updated);
    const about = { projectId, target: { mergeRequestId }, actorId: userId };
    await this.queueNotices.forEvent(delivery, { ...about, notices: mergeRequestNotices(updated) });
    const action = actionOf(updated);
    if (action === undefined) return;
    const { changes = {}, previousHeadSha = null } = updated;
    const subject = { action, mergeRequestId, userId, changes, previousHeadSha };
    await this.queueDeliveries.forEvent(tx, projectId, { trigger: 'merge_requests_events', subject });
    if (action === 'update' || userId === null) return;
    const kind = action === 'close' ? 'merge_request:closed' : 'merge_request:reopened';
    await this.activityStore.append(tx, { kind, projectId, mergeRequestId, authorId: userId, createdAt: meta.time });
  }
}

/** Returns undefined for changes for which no hook is called: a deletion, an automatic merge that is set or cancelled. */
function actionOf({ changed, state }: Updated): Exclude<MergeRequestSubject['action'], 'open' | 'merge'> | undefined {
  if (changed.every((field) => FIELDS_WITHOUT_HOOK.includes(field))) return undefined;
  if (!changed.includes('state')) return 'update';
  if (state === 'closed') return 'close';
  return state === 'opened' ? 'reopen' : undefined;
}

const FIELDS_WITHOUT_HOOK = ['deleted', 'merge_when_pipeline_succeeds'];
