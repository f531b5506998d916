import { Calls } from '@hearth/calls';
import type { EventDataOf } from '@hearth/contract-kit';
import { UserDeletedEvent, WhichUsersExistQuery } from '@hearth/contracts';
import type { Tx } from '@hearth/data';
import { Jobs } from '@hearth/jobs';
import { On, type Reaction } from '@hearth/messaging';
import { RemoveCommentAuthor } from '../jobs/remove-comment-author.js';

/** Later events of the user wait meanwhile. */
const CONFIRM_MS = 5_000;

/** What the user has said about commits is no longer theirs; a job takes it from them. */
@On(UserDeletedEvent)
export class OnUserDeleted implements Reaction<typeof UserDeletedEvent> {
  constructor(
    private readonly jobs: Jobs,
    private readonly calls: Calls,
  ) {}

  async confirm({ userId }: EventDataOf<typeof UserDeletedEvent>): Promise<boolean> {
    const { ids } = await this.calls.query(WhichUsersExistQuery, { ids: [userId] }, { timeoutMs: CONFIRM_MS });
    return ids.length === 0;
  }

  async handle({ userId, hardDelete }: EventDataOf<typeof UserDeletedEvent>, tx: Tx): Promise<void> {
    await this.jobs.add(tx, RemoveCommentAuthor, { userId, hardDelete });
  }
}
