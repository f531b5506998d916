import { Injectable } from '@nestjs/common';
import { Audit } from '@hearth/audit';
import { Database } from '@hearth/data';
import { NamespaceNotFound, NamespaceNotOnTop } from '../refusals.js';
import { NamespaceStorageStore } from './namespace-storage.store.js';

/** Sets the limit of the size of all repositories and LFS objects in a namespace. */
@Injectable()
export class SetStorageLimit {
  constructor(
    private readonly db: Database,
    private readonly namespaceStorageStore: NamespaceStorageStore,
    private readonly audit: Audit,
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
      const { kind, fullPath: name, storageSizeLimit: from } = namespace;
      if (from === bytes) return;
      await this.namespaceStorageStore.limit(tx, namespaceId, bytes);
      const subject = { type: kind === 'group' ? 'group' : 'namespace', id: namespaceId, name };
      await this.audit.append(tx, { kind: 'namespace.storage-limited', subject, details: { from, to: bytes } });
    });
  }
}
