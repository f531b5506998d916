import { Injectable } from '@nestjs/common';
import type { InputOf } from '@hearth/contract-kit';
import {
  NamespaceReserved,
  NamespaceTaken,
  NamespaceTakenBefore,
  type RenameUserNamespaceCommand as Contract,
  isReservedOnTop,
} from '@hearth/projects-contracts';
import { Database } from '@hearth/data';
import { QueueDeliveries } from '../hook-deliveries/queue.js';
import { NamespacesStore } from './namespaces.store.js';
import { PathsStore } from './paths.store.js';

/**
 * Moves a user's namespace to the new username, with every project in it; the old paths stay reserved for the user, and git is redirected from
 * them.
 */
@Injectable()
export class RenameUserNamespace {
  constructor(
    private readonly db: Database,
    private readonly namespacesStore: NamespacesStore,
    private readonly pathsStore: PathsStore,
    private readonly queueDeliveries: QueueDeliveries,
  ) {}

  /**
   * Repeating it changes nothing more, and so does renaming a user whose namespace is gone.
   * @throws NamespaceReserved, NamespaceTaken, NamespaceTakenBefore
   */
  execute({ userId, username, byAdmin }: InputOf<typeof Contract>): Promise<void> {
    return this.db.tx(async (tx) => {
      const id = await this.namespacesStore.findByOwner(tx, userId);
      if (id === undefined || !(await this.pathsStore.lockTree(tx, id))) return;
      const current = await this.pathsStore.ofNamespace(tx, id);
      if (current === username) return;
      if (isReservedOnTop(username)) throw NamespaceReserved({ path: username });
      const conflict = await this.pathsStore.move(tx, current, username, { admin: byAdmin });
      if (conflict === 'taken') throw NamespaceTaken();
      if (conflict === 'reserved') throw NamespaceTakenBefore({ path: username });
      await this.namespacesStore.callAfterUser(tx, id, username);
      await this.queueDeliveries.forSystem(tx, [{ name: 'user_rename', userId, username, oldUsername: current }]);
    });
  }
}
