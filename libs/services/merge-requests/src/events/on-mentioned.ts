import { Controller } from '@nestjs/common';
import type { EventDataOf, UserId } from '@hearth/contract-kit';
import { MergeRequestMentionedEvent } from '@hearth/projects-contracts';
import { On, type Delivery } from '@hearth/messaging';
import { MergeRequestsStore } from '../merge-requests/merge-requests.store.js';
import { MergeRequestNotesStore } from '../notes/merge-request-notes.store.js';

/** Merge requests note the issues and commits that name them. */
@Controller()
export class OnMergeRequestMentioned {
  constructor(
    private readonly mergeRequestsStore: MergeRequestsStore,
    private readonly mergeRequestNotesStore: MergeRequestNotesStore,
  ) {}

  @On(MergeRequestMentionedEvent)
  async handle(
    { projectId, iid, userId, source }: EventDataOf<typeof MergeRequestMentionedEvent>,
    { tx }: Delivery,
  ): Promise<void> {
    // The lock is held by every note, so that two mentions by one source at once leave one note.
    const mentioned = await this.mergeRequestsStore.lock(tx, { targetProjectId: projectId, iid });
    const body = `mentioned in ${source}`;
    if (!mentioned || (await this.mergeRequestNotesStore.hasSystemNote(tx, mentioned.id, body))) return;
    await this.mergeRequestNotesStore.append(tx, mentioned, userId as UserId, [body]);
  }
}
