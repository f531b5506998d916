import { Injectable } from '@nestjs/common';
import { Database } from '@hearth/data';
import { NamespaceNotFound, NamespaceNotOnTop } from '../refusals.js';
import { NamespaceStorageStore } from './namespace-storage.store.js';

/** Sets the limit of the size of all repositories and LFS objects in a namespace. */
@Injectable()
export class SetStorageLimit {
  constructor(
    private readonly db: Database,
    private readonly namespaceStorageStore: NamespaceStorageStore,
  ) {}

  /**
   * @param bytes null removes the limit
   * @throws NamespaceNotFound when it is gone; NamespaceNotOnTop for a subgroup, whose repositories count for the group on top
   */
  async execute(namespaceId: number, bytes: number | null): Promise<void> {
    await this.db.tx(async (tx) => {
      const namespace = await this.namespaceStorageStore.lock(tx, namespaceId);
      if (!namespace) throw NamespaceNotFound();
      if (namespace.parentId !== null) throw NamespaceNotOnTop();
      await this.namespaceStorageStore.limit(tx, namespaceId, bytes);
    });
  }
}
