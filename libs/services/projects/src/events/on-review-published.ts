import { Controller } from '@nestjs/common';
import type { EventDataOf } from '@hearth/contract-kit';
import { ReviewPublishedEvent } from '@hearth/merge-requests-contracts';
import { On, type Delivery } from '@hearth/messaging';
import { QueueNotices } from '../notifications/queue-notices.js';

/** Queues one mail to each recipient about all comments of a review. */
@Controller()
export class OnReviewPublished {
  constructor(private readonly queueNotices: QueueNotices) {}

  @On(ReviewPublishedEvent)
  async handle(review: EventDataOf<typeof ReviewPublishedEvent>, delivery: Delivery): Promise<void> {
    const { projectId, mergeRequestId, userId: actorId, noteIds } = review;
    const about = { projectId, target: { mergeRequestId }, noteId: noteIds[0]!, noteIds, actorId };
    await this.queueNotices.forEvent(delivery, { ...about, notices: [{ cause: 'new_note' }] });
  }
}
