import { Injectable } from '@nestjs/common';
import { Audit } from '@hearth/audit';
import type { Tx } from '@hearth/data';
import { SshKeyChangedEvent } from '@hearth/identity-contracts';
import { Outbox } from '@hearth/messaging';
import { auditOfSshKey } from './ssh-key.rules.js';
import type { SshKeyRecord } from './ssh-keys.store.js';

/** Publishes changes of users' SSH keys and records them in the audit trail, in the transaction of the change. */
@Injectable()
export class SshKeyEvents {
  constructor(
    private readonly audit: Audit,
    private readonly outbox: Outbox,
  ) {}

  async changed(tx: Tx, record: SshKeyRecord, action: 'created' | 'deleted'): Promise<void> {
    const { id: keyId, userId, key, createdAt } = record;
    await this.audit.append(tx, auditOfSshKey(record, action));
    await this.outbox.append(tx, SshKeyChangedEvent, {
      keyId,
      userId,
      action,
      key,
      createdAt: createdAt.toISOString(),
    });
  }
}
