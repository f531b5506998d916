import { Controller } from '@nestjs/common';
import type { EventDataOf } from '@hearth/contract-kit';
import { MergeRequestNoteSavedEvent } from '@hearth/merge-requests-contracts';
import { On, type Delivery } from '@hearth/messaging';
import { ActivityStore } from '../activity/activity.store.js';
import { QueueDeliveries } from '../hook-deliveries/queue.js';
import { QueueNotices } from '../notifications/queue-notices.js';
import { MergeRequestTodos } from '../todos/merge-request-todos.js';

/** A comment on a merge request is an activity; hooks are called for it, and when it is changed. */
@Controller()
export class OnMergeRequestNoteSaved {
  constructor(
    private readonly activityStore: ActivityStore,
    private readonly queueDeliveries: QueueDeliveries,
    private readonly mergeRequestTodos: MergeRequestTodos,
    private readonly queueNotices: QueueNotices,
  ) {}

  @On(MergeRequestNoteSavedEvent)
  async handle(saved: EventDataOf<typeof MergeRequestNoteSavedEvent>, delivery: Delivery): Promise<void> {
    const { tx, meta } = delivery;
    const { projectId, mergeRequestId, noteId: foreignNoteId, userId: authorId, action } = saved;
    await this.mergeRequestTodos.noted(tx, saved);
    const subject = { action, noteId: foreignNoteId, on: 'merge_request', userId: authorId } as const;
    await this.queueDeliveries.forEvent(tx, projectId, { trigger: 'note_events', subject });
    if (action !== 'create') return;
    const about = { projectId, target: { mergeRequestId }, noteId: foreignNoteId, actorId: authorId };
    // The review that has the note is one mail.
    if (!saved.inReview) await this.queueNotices.forEvent(delivery, { ...about, notices: [{ cause: 'new_note' }] });
    const note = { projectId, mergeRequestId, foreignNoteId, authorId, createdAt: meta.time };
    await this.activityStore.append(tx, { kind: 'merge_request:noted', ...note });
  }
}
