import { Injectable } from '@nestjs/common';
import type { InputOf } from '@hearth/contract-kit';
import {
  type ClaimUserNamespace as Contract,
  NamespaceReserved,
  NamespaceTaken,
  isReservedOnTop,
} from '@hearth/contracts';
import { Database } from '@hearth/data';
import { NamespacesStore } from './namespaces.store.js';
import { PathsStore } from './paths.store.js';

/** Gives a new user the namespace that is called like them. */
@Injectable()
export class ClaimUserNamespace {
  constructor(
    private readonly db: Database,
    private readonly namespaces: NamespacesStore,
    private readonly paths: PathsStore,
  ) {}

  /**
   * Repeating it for a user answers the namespace of the first time, so that a saga which lost the answer can go on.
   * @returns the namespace's id
   * @throws NamespaceReserved, NamespaceTaken
   */
  execute(user: InputOf<typeof Contract>): Promise<number> {
    const { username, userId } = user;
    if (isReservedOnTop(username)) throw NamespaceReserved({ path: username });
    return this.db.tx(async (tx) => {
      const claimed = await this.namespaces.insertForUser(tx, user);
      if (claimed === undefined) return (await this.namespaces.findByOwner(tx, userId))!;
      if (!(await this.paths.take(tx, username, { namespaceId: claimed }))) throw NamespaceTaken();
      return claimed;
    });
  }
}
