import { Controller } from '@nestjs/common';
import type { EventDataOf } from '@hearth/contract-kit';
import { UserUpdatedEvent } from '@hearth/identity-contracts';
import { On, type Delivery } from '@hearth/messaging';
import { MergesStore } from '../merges/merges.store.js';

/** Nothing is merged by the wish of a blocked user, nor when the block ends. */
@Controller()
export class OnUserUpdated {
  constructor(private readonly mergesStore: MergesStore) {}

  @On(UserUpdatedEvent)
  async handle({ userId, state }: EventDataOf<typeof UserUpdatedEvent>, { tx }: Delivery): Promise<void> {
    if (state === 'blocked') await this.mergesStore.clearAutoMergesOf(tx, userId);
  }
}
