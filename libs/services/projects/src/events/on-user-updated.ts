import type { EventDataOf } from '@hearth/contract-kit';
import { UserUpdated } from '@hearth/contracts';
import type { Tx } from '@hearth/data';
import { On, type Reaction } from '@hearth/messaging';
import { NamespacesStore } from '../namespaces/namespaces.store.js';

/** A user namespace carries what is printed of its user. The path follows by command, before the user is told to be called so. */
@On(UserUpdated)
export class OnUserUpdated implements Reaction<typeof UserUpdated> {
  constructor(private readonly namespaces: NamespacesStore) {}

  handle(user: EventDataOf<typeof UserUpdated>, tx: Tx): Promise<void> {
    return this.namespaces.noteOwner(tx, user);
  }
}
