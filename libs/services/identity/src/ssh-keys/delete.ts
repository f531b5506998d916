import { Injectable } from '@nestjs/common';
import { Audit } from '@hearth/audit';
import { Database } from '@hearth/data';
import type { UnlessModified } from '@hearth/http';
import { SshKeyNotFound } from '../refusals.js';
import { auditOfSshKey } from './ssh-key.rules.js';
import { SshKeysStore } from './ssh-keys.store.js';

/** Deletes an SSH key of a user. Further connections with it are refused. */
@Injectable()
export class DeleteSshKey {
  constructor(
    private readonly db: Database,
    private readonly sshKeysStore: SshKeysStore,
    private readonly audit: Audit,
  ) {}

  /** @throws SshKeyNotFound also for another user's key; PreconditionFailed */
  async execute(userId: number, id: number, unlessModified: UnlessModified): Promise<void> {
    await this.db.tx(async (tx) => {
      const key = await this.sshKeysStore.lock(tx, userId, id);
      if (!key) throw SshKeyNotFound();
      unlessModified(key.createdAt);
      await this.sshKeysStore.remove(tx, id);
      await this.audit.append(tx, auditOfSshKey(key, 'deleted'));
    });
  }
}
