import { Injectable } from '@nestjs/common';
import { Database } from '@hearth/data';
import type { UnlessModified } from '@hearth/http';
import { SshKeyNotFound } from '../refusals.js';
import { SshKeyEvents } from './ssh-key-events.js';
import { SshKeysStore } from './ssh-keys.store.js';

/** Deletes an SSH key of a user. Further connections with it are refused. */
@Injectable()
export class DeleteSshKey {
  constructor(
    private readonly db: Database,
    private readonly sshKeysStore: SshKeysStore,
    private readonly sshKeyEvents: SshKeyEvents,
  ) {}

  /** @throws SshKeyNotFound also for another user's key; PreconditionFailed */
  async execute(userId: number, id: number, unlessModified: UnlessModified): Promise<void> {
    await this.db.tx(async (tx) => {
      const key = await this.sshKeysStore.lock(tx, userId, id);
      if (!key) throw SshKeyNotFound();
      unlessModified(key.createdAt);
      await this.sshKeysStore.remove(tx, id);
      await this.sshKeyEvents.changed(tx, key, 'deleted');
    });
  }
}
