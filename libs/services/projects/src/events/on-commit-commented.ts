import { Controller } from '@nestjs/common';
import type { EventDataOf } from '@hearth/contract-kit';
import { On, type Delivery } from '@hearth/messaging';
import { CommitCommentedEvent } from '@hearth/repository-contracts';
import { ActivityStore } from '../activity/activity.store.js';

/** A comment on a commit is an activity. */
@Controller()
export class OnCommitCommented {
  constructor(private readonly activityStore: ActivityStore) {}

  @On(CommitCommentedEvent)
  async handle(commented: EventDataOf<typeof CommitCommentedEvent>, { tx, meta }: Delivery): Promise<void> {
    const { projectId, commentId: foreignNoteId, authorId } = commented;
    const createdAt = meta.time;
    await this.activityStore.append(tx, { kind: 'commit:noted', projectId, foreignNoteId, authorId, createdAt });
  }
}
