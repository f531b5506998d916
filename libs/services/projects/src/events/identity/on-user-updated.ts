import { Controller } from '@nestjs/common';
import type { EventDataOf } from '@hearth/contract-kit';
import { UserUpdatedEvent } from '@hearth/identity-contracts';
import { On, type Delivery } from '@hearth/messaging';
import { NamespacesStore } from '../../namespaces/namespaces.store.js';

/** A user namespace carries what is printed of its user. The path follows by command, before the user is told to be called so. */
@Controller()
export class OnUserUpdated {
  constructor(private readonly namespacesStore: NamespacesStore) {}

  @On(UserUpdatedEvent)
  handle(user: EventDataOf<typeof UserUpdatedEvent>, { tx }: Delivery): Promise<void> {
    return this.namespacesStore.noteOwner(tx, user);
  }
}
