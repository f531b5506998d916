import { Injectable } from '@nestjs/common';
import { Audit } from '@hearth/audit';
import { Database } from '@hearth/data';
import type { UnlessModified } from '@hearth/http';
import { GpgKeyNotFound } from '../refusals.js';
import { auditOfGpgKey } from './gpg-key.rules.js';
import { GpgKeysStore } from './gpg-keys.store.js';

/** Deletes a GPG key of a user. */
@Injectable()
export class DeleteGpgKey {
  constructor(
    private readonly db: Database,
    private readonly gpgKeysStore: GpgKeysStore,
    private readonly audit: Audit,
  ) {}

  /** @throws GpgKeyNotFound also for somebody else's key; PreconditionFailed */
  async execute(userId: number, id: number, unlessModified: UnlessModified): Promise<void> {
    await this.db.tx(async (tx) => {
      const key = await this.gpgKeysStore.lock(tx, userId, id);
      if (!key) throw GpgKeyNotFound();
      unlessModified(key.createdAt);
      await this.gpgKeysStore.remove(tx, id);
      await this.audit.append(tx, auditOfGpgKey(key, 'deleted'));
    });
  }
}
