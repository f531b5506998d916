import { Controller } from '@nestjs/common';
import type { EventDataOf } from '@hearth/contract-kit';
import { On, type Delivery } from '@hearth/messaging';
import { NoteSavedEvent } from '@hearth/projects-contracts';
import { QueueDeliveries } from '../hook-deliveries/queue.js';
import { QueueNotices } from '../notifications/queue-notices.js';
import { PayloadsStore } from '../hook-payloads/payloads.store.js';

/** Queues mails for new comments on issues, and webhook deliveries for comments on issues and snippets; those on confidential issues have their own trigger. */
@Controller()
export class OnNoteSaved {
  constructor(
    private readonly payloadsStore: PayloadsStore,
    private readonly queueDeliveries: QueueDeliveries,
    private readonly queueNotices: QueueNotices,
  ) {}

  @On(NoteSavedEvent)
  async handle(saved: EventDataOf<typeof NoteSavedEvent>, delivery: Delivery): Promise<void> {
    const { tx } = delivery;
    const { projectId, noteId, userId, action } = saved;
    const note = await this.payloadsStore.note(tx, noteId);
    if (!note) return;
    const trigger = note.confidential ? 'confidential_note_events' : 'note_events';
    const subject = { action, noteId, on: 'project', userId } as const;
    await this.queueDeliveries.forEvent(tx, projectId, { trigger, subject });
    if (note.issueId === null || action !== 'create') return;
    const about = { projectId, target: { issueId: note.issueId }, noteId, actorId: userId };
    await this.queueNotices.forEvent(delivery, { ...about, notices: [{ cause: 'new_note' }] });
  }
}
