import { Controller } from '@nestjs/common';
import type { EventDataOf, UserId } from '@hearth/contract-kit';
import { MergeRequestMergedEvent } from '@hearth/merge-requests-contracts';
import { Jobs } from '@hearth/jobs';
import { On, type Delivery } from '@hearth/messaging';
import { ActivityStore } from '../activity/activity.store.js';
import { QueueDeliveries } from '../hook-deliveries/queue.js';
import { FollowReferencesJob } from '../jobs.js';
import { QueueNotices } from '../notifications/queue-notices.js';
import { MergeRequestTodos } from '../todos/merge-request-todos.js';

/** A merge is an activity, hooks are called for it, and one into the default branch closes the issues that the merge request says it closes. */
@Controller()
export class OnMergeRequestMerged {
  constructor(
    private readonly activityStore: ActivityStore,
    private readonly queueDeliveries: QueueDeliveries,
    private readonly mergeRequestTodos: MergeRequestTodos,
    private readonly queueNotices: QueueNotices,
    private readonly jobs: Jobs,
  ) {}

  @On(MergeRequestMergedEvent)
  async handle(merged: EventDataOf<typeof MergeRequestMergedEvent>, delivery: Delivery): Promise<void> {
    const { tx, meta } = delivery;
    const { projectId, mergeRequestId, iid, userId, targetBranch, closing } = merged;
    await this.mergeRequestTodos.merged(tx, merged);
    const about = { projectId, target: { mergeRequestId }, actorId: userId };
    await this.queueNotices.forEvent(delivery, { ...about, notices: [{ cause: 'merge_merge_request' }] });
    const activity = { projectId, mergeRequestId, authorId: userId, createdAt: meta.time };
    await this.activityStore.append(tx, { kind: 'merge_request:merged', ...activity });
    const subject = { action: 'merge', mergeRequestId, userId, changes: {}, previousHeadSha: null } as const;
    await this.queueDeliveries.forEvent(tx, projectId, { trigger: 'merge_requests_events', subject });
    if (closing.length === 0) return;
    const source = { kind: 'merge_request', projectId, name: String(iid) } as const;
    await this.jobs.add(tx, FollowReferencesJob, { source, userId: userId as UserId, targetBranch, closing });
  }
}
