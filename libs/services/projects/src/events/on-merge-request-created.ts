import { Controller } from '@nestjs/common';
import type { EventDataOf } from '@hearth/contract-kit';
import { MergeRequestCreatedEvent } from '@hearth/merge-requests-contracts';
import { On, type Delivery } from '@hearth/messaging';
import { ActivityStore } from '../activity/activity.store.js';

/** A new merge request is an activity of its author. */
@Controller()
export class OnMergeRequestCreated {
  constructor(private readonly activityStore: ActivityStore) {}

  @On(MergeRequestCreatedEvent)
  async handle(created: EventDataOf<typeof MergeRequestCreatedEvent>, { tx, meta }: Delivery): Promise<void> {
    const { projectId, mergeRequestId, userId: authorId } = created;
    if (authorId === null) return;
    const activity = { projectId, mergeRequestId, authorId, createdAt: meta.time };
    await this.activityStore.append(tx, { kind: 'merge_request:created', ...activity });
  }
}
