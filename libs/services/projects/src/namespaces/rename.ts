import { Injectable } from '@nestjs/common';
import type { InputOf } from '@hearth/contract-kit';
import {
  NamespaceReserved,
  NamespaceTaken,
  type RenameUserNamespace as Contract,
  isReservedOnTop,
} from '@hearth/contracts';
import { Database } from '@hearth/data';
import { NamespacesStore } from './namespaces.store.js';
import { PathsStore } from './paths.store.js';

/** Moves a user's namespace to the user's new name, with every project in it; the old paths lead on until somebody takes them. */
@Injectable()
export class RenameUserNamespace {
  constructor(
    private readonly db: Database,
    private readonly namespaces: NamespacesStore,
    private readonly paths: PathsStore,
  ) {}

  /**
   * Repeating it changes nothing more, and so does renaming a user whose namespace is gone.
   * @throws NamespaceReserved, NamespaceTaken
   */
  execute({ userId, username }: InputOf<typeof Contract>): Promise<void> {
    return this.db.tx(async (tx) => {
      const id = await this.namespaces.findByOwner(tx, userId);
      if (id === undefined || !(await this.paths.lockTree(tx, id))) return;
      const current = await this.paths.ofNamespace(tx, id);
      if (current === username) return;
      if (isReservedOnTop(username)) throw NamespaceReserved({ path: username });
      if (!(await this.paths.move(tx, current, username))) throw NamespaceTaken();
      await this.namespaces.callAfterUser(tx, id, username);
    });
  }
}
