import { Injectable } from '@nestjs/common';
import type { InputOf } from '@hearth/contract-kit';
import {
  type ClaimUserNamespaceCommand as Contract,
  NamespaceReserved,
  NamespaceTaken,
  NamespaceTakenBefore,
  isReservedOnTop,
} from '@hearth/projects-contracts';
import { Database } from '@hearth/data';
import { NamespacesStore } from './namespaces.store.js';
import { PathsStore } from './paths.store.js';

/** Creates the namespace of a new user, named by the username. */
@Injectable()
export class ClaimUserNamespace {
  constructor(
    private readonly db: Database,
    private readonly namespacesStore: NamespacesStore,
    private readonly pathsStore: PathsStore,
  ) {}

  /**
   * Repeating it for a user returns the namespace of the first time, so that a saga which lost the answer can continue.
   * @returns the namespace's id
   * @throws NamespaceReserved, NamespaceTaken, NamespaceTakenBefore
   */
  execute(user: InputOf<typeof Contract>): Promise<number> {
    const { username, userId, byAdmin } = user;
    if (isReservedOnTop(username)) throw NamespaceReserved({ path: username });
    return this.db.tx(async (tx) => {
      const claimed = await this.namespacesStore.insertForUser(tx, user);
      if (claimed === undefined) return (await this.namespacesStore.findByOwner(tx, userId))!;
      const conflict = await this.pathsStore.take(tx, username, { namespaceId: claimed }, { admin: byAdmin });
      if (conflict === 'taken') throw NamespaceTaken();
      if (conflict === 'reserved') throw NamespaceTakenBefore({ path: username });
      return claimed;
    });
  }
}
