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

  /** @throws GpgKeyNotFound also for another user's key; PreconditionFailed */
  execute(userId: number, id: number, unlessModified: UnlessModified): Promise<void> {
    return this.take(userId, id, 'deleted', unlessModified);
  }

  /**
   * Revokes a stolen or replaced key: as in the reference, it is deleted, and commits that it signed become unverified.
   * @throws GpgKeyNotFound also for another user's key
   */
  revoke(userId: number, id: number): Promise<void> {
    return this.take(userId, id, 'revoked');
  }

  private take(
    userId: number,
    id: number,
    verb: 'deleted' | 'revoked',
    unlessModified?: UnlessModified,
  ): Promise<void> {
    return this.db.tx(async (tx) => {
      const key = await this.gpgKeysStore.lock(tx, userId, id);
      if (!key) throw GpgKeyNotFound();
      unlessModified?.(key.createdAt);
      await this.gpgKeysStore.remove(tx, id);
      await this.audit.append(tx, auditOfGpgKey(key, verb));
    });
  }
}
