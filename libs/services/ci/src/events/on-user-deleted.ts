import { Calls } from '@hearth/calls';
import type { EventDataOf } from '@hearth/contract-kit';
import { UserDeletedEvent, WhichUsersExistQuery } from '@hearth/contracts';
import type { Tx } from '@hearth/data';
import { Jobs } from '@hearth/jobs';
import { On, type Reaction } from '@hearth/messaging';
import { ReleaseUser } from '../jobs/release-user.js';

/** Later events of the user wait meanwhile. */
const CONFIRM_MS = 5_000;

/** What the user has started or reported is the ghost's from now on; a job hands it over. */
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

  async handle({ userId, hardDelete, ghostId }: EventDataOf<typeof UserDeletedEvent>, tx: Tx): Promise<void> {
    await this.jobs.add(tx, ReleaseUser, { userId, newUserId: hardDelete ? null : ghostId });
  }
}
