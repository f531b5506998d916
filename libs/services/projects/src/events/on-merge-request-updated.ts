import { Controller } from '@nestjs/common';
import type { EventDataOf } from '@hearth/contract-kit';
import { MergeRequestUpdatedEvent } from '@hearth/merge-requests-contracts';
import { On, type Delivery } from '@hearth/messaging';
import type { ActivityKind } from '../activity/activity.rules.js';
import { ActivityStore } from '../activity/activity.store.js';

/** Closing and reopening a merge request are activities. */
@Controller()
export class OnMergeRequestUpdated {
  constructor(private readonly activityStore: ActivityStore) {}

  @On(MergeRequestUpdatedEvent)
  async handle(updated: EventDataOf<typeof MergeRequestUpdatedEvent>, { tx, meta }: Delivery): Promise<void> {
    const { projectId, mergeRequestId, userId: authorId } = updated;
    const kind = kindOf(updated);
    if (kind === undefined || authorId === null) return;
    await this.activityStore.append(tx, { kind, projectId, mergeRequestId, authorId, createdAt: meta.time });
  }
}

function kindOf({
  changed,
  state,
}: EventDataOf<typeof MergeRequestUpdatedEvent>): Exclude<ActivityKind, 'push'> | undefined {
  if (!changed.includes('state')) return undefined;
  if (state === 'closed') return 'merge_request:closed';
  return state === 'opened' ? 'merge_request:reopened' : undefined;
}
