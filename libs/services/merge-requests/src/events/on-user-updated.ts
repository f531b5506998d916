import type { EventDataOf } from '@hearth/contract-kit';
import { UserUpdatedEvent } from '@hearth/contracts';
import type { Tx } from '@hearth/data';
import { On, type Reaction } from '@hearth/messaging';
import { MergesStore } from '../merges/merges.store.js';

/** Nothing is merged by the wish of a blocked user, nor when the block ends. */
@On(UserUpdatedEvent)
export class OnUserUpdated implements Reaction<typeof UserUpdatedEvent> {
  constructor(private readonly mergesStore: MergesStore) {}

  async handle({ userId, state }: EventDataOf<typeof UserUpdatedEvent>, tx: Tx): Promise<void> {
    if (state === 'blocked') await this.mergesStore.clearWishesOf(tx, userId);
  }
}
