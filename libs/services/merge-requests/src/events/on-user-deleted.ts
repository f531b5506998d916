import { Calls } from '@hearth/calls';
import type { EventDataOf } from '@hearth/contract-kit';
import { UserDeletedEvent, WhichUsersExistQuery } from '@hearth/contracts';
import type { Tx } from '@hearth/data';
import { Jobs } from '@hearth/jobs';
import { On, type Reaction } from '@hearth/messaging';
import { RemoveUser } from '../jobs/removal-jobs.js';
import { MergesStore } from '../merges/merges.store.js';

/** Later events of the user wait meanwhile. */
const CONFIRM_MS = 5_000;

/** From here on nothing is merged by the user's wish; a job takes from them what they have written. */
@On(UserDeletedEvent)
export class OnUserDeleted implements Reaction<typeof UserDeletedEvent> {
  constructor(
    private readonly mergesStore: MergesStore,
    private readonly jobs: Jobs,
    private readonly calls: Calls,
  ) {}

  async confirm({ userId }: EventDataOf<typeof UserDeletedEvent>): Promise<boolean> {
    const { ids } = await this.calls.query(WhichUsersExistQuery, { ids: [userId] }, { timeoutMs: CONFIRM_MS });
    return ids.length === 0;
  }

  async handle({ userId, ghostId, hardDelete }: EventDataOf<typeof UserDeletedEvent>, tx: Tx): Promise<void> {
    await this.mergesStore.clearWishesOf(tx, userId);
    await this.jobs.add(tx, RemoveUser, { userId, ghostId, hardDelete });
  }
}
