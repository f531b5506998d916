import { Controller } from '@nestjs/common';
import type { EventDataOf } from '@hearth/contract-kit';
import { MergeRequestNoteSavedEvent } from '@hearth/merge-requests-contracts';
import { On, type Delivery } from '@hearth/messaging';
import { ActivityStore } from '../activity/activity.store.js';

/** A comment on a merge request is an activity. */
@Controller()
export class OnMergeRequestNoteSaved {
  constructor(private readonly activityStore: ActivityStore) {}

  @On(MergeRequestNoteSavedEvent)
  async handle(saved: EventDataOf<typeof MergeRequestNoteSavedEvent>, { tx, meta }: Delivery): Promise<void> {
    const { projectId, mergeRequestId, noteId: foreignNoteId, userId: authorId, action } = saved;
    if (action !== 'create') return;
    const note = { projectId, mergeRequestId, foreignNoteId, authorId, createdAt: meta.time };
    await this.activityStore.append(tx, { kind: 'merge_request:noted', ...note });
  }
}
