import type { EventDataOf } from '@hearth/contract-kit';
import { UserUpdatedEvent } from '@hearth/contracts';
import type { Tx } from '@hearth/data';
import { On, type Reaction } from '@hearth/messaging';
import { NamespacesStore } from '../namespaces/namespaces.store.js';

/** A user namespace carries what is printed of its user. The path follows by command, before the user is told to be called so. */
@On(UserUpdatedEvent)
export class OnUserUpdated implements Reaction<typeof UserUpdatedEvent> {
  constructor(private readonly namespacesStore: NamespacesStore) {}

  handle(user: EventDataOf<typeof UserUpdatedEvent>, tx: Tx): Promise<void> {
    return this.namespacesStore.noteOwner(tx, user);
  }
}
