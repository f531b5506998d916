import { Controller } from '@nestjs/common';
import type { EventDataOf } from '@hearth/contract-kit';
import { On, type Delivery } from '@hearth/messaging';
import { CommitCommentedEvent } from '@hearth/repository-contracts';
import { ActivityStore } from '../activity/activity.store.js';
import { QueueDeliveries } from '../hook-deliveries/queue.js';
import { QueueNotices } from '../notifications/queue-notices.js';
import { RecipientsStore } from '../notifications/recipients.store.js';

/** A comment on a commit is an activity, hooks are called for it, and mails are sent. */
@Controller()
export class OnCommitCommented {
  constructor(
    private readonly activityStore: ActivityStore,
    private readonly queueDeliveries: QueueDeliveries,
    private readonly queueNotices: QueueNotices,
    private readonly recipientsStore: RecipientsStore,
  ) {}

  @On(CommitCommentedEvent)
  async handle(commented: EventDataOf<typeof CommitCommentedEvent>, delivery: Delivery): Promise<void> {
    const { tx, meta } = delivery;
    const { projectId, commentId: foreignNoteId, commitId, authorId } = commented;
    const createdAt = meta.time;
    await this.activityStore.append(tx, { kind: 'commit:noted', projectId, foreignNoteId, authorId, createdAt });
    const subject = { action: 'create', noteId: foreignNoteId, on: 'commit', userId: authorId } as const;
    await this.queueDeliveries.forEvent(tx, projectId, { trigger: 'note_events', subject });
    await this.recipientsStore.rejoinCommit(tx, { projectId, commitId, userId: authorId });
    const about = { projectId, target: { commitId }, noteId: foreignNoteId, actorId: authorId };
    await this.queueNotices.forEvent(delivery, { ...about, notices: [{ cause: 'new_note' }] });
  }
}
