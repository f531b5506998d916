import { Controller } from '@nestjs/common';
import type { EventDataOf } from '@hearth/contract-kit';
import { On, type Delivery } from '@hearth/messaging';
import { CommitCommentedEvent } from '@hearth/repository-contracts';
import { ActivityStore } from '../activity/activity.store.js';
import { QueueDeliveries } from '../hook-deliveries/queue.js';

/** A comment on a commit is an activity, and hooks are called for it. */
@Controller()
export class OnCommitCommented {
  constructor(
    private readonly activityStore: ActivityStore,
    private readonly queueDeliveries: QueueDeliveries,
  ) {}

  @On(CommitCommentedEvent)
  async handle(commented: EventDataOf<typeof CommitCommentedEvent>, { tx, meta }: Delivery): Promise<void> {
    const { projectId, commentId: foreignNoteId, authorId } = commented;
    const createdAt = meta.time;
    await this.activityStore.append(tx, { kind: 'commit:noted', projectId, foreignNoteId, authorId, createdAt });
    const subject = { action: 'create', noteId: foreignNoteId, on: 'commit', userId: authorId } as const;
    await this.queueDeliveries.forEvent(tx, projectId, { trigger: 'note_events', subject });
  }
}
