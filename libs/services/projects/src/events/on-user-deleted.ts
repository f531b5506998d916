import { Calls } from '@hearth/calls';
import type { EventDataOf } from '@hearth/contract-kit';
import { UserDeletedEvent, WhichUsersExistQuery } from '@hearth/contracts';
import type { Tx } from '@hearth/data';
import { On, type Reaction } from '@hearth/messaging';
import { ReleaseUser } from '../namespaces/release.js';

/** Later events of the user wait meanwhile. */
const CONFIRM_MS = 5_000;

/** What somebody gave the user after everything was released goes as well. */
@On(UserDeletedEvent)
export class OnUserDeleted implements Reaction<typeof UserDeletedEvent> {
  constructor(
    private readonly releaseUserCommand: ReleaseUser,
    private readonly calls: Calls,
  ) {}

  async confirm({ userId }: EventDataOf<typeof UserDeletedEvent>): Promise<boolean> {
    const { ids } = await this.calls.query(WhichUsersExistQuery, { ids: [userId] }, { timeoutMs: CONFIRM_MS });
    return ids.length === 0;
  }

  handle(user: EventDataOf<typeof UserDeletedEvent>, tx: Tx): Promise<void> {
    return this.releaseUserCommand.forget(tx, user);
  }
}
