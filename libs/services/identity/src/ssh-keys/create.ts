import { Injectable } from '@nestjs/common';
import { UserNotFound } from '@hearth/identity-contracts';
import { Database, violatedConstraint } from '@hearth/data';
import { Clock } from '../clock.js';
import { SshKeyInvalid } from '../refusals.js';
import { SshKeyEvents } from './ssh-key-events.js';
import { parseSshKey, sshKeyFailures, type WantedSshKey } from './ssh-key.rules.js';
import { FINGERPRINT_KEY, OF_A_USER, SshKeysStore, type SshKeyRecord } from './ssh-keys.store.js';

/** Adds an SSH key to a user. A key belongs to one user only, since it identifies the user of a connection. */
@Injectable()
export class CreateSshKey {
  constructor(
    private readonly db: Database,
    private readonly sshKeysStore: SshKeysStore,
    private readonly clock: Clock,
    private readonly sshKeyEvents: SshKeyEvents,
  ) {}

  /** @throws SshKeyInvalid with all failures, or when a user has the key; UserNotFound when the user was deleted meanwhile */
  async execute(userId: number, wanted: WantedSshKey): Promise<SshKeyRecord> {
    const parsed = parseSshKey(wanted.key);
    const failures = sshKeyFailures(wanted, parsed);
    if (!parsed || Object.keys(failures).length > 0) throw SshKeyInvalid({ failures });
    const key = { ...wanted, userId, fingerprint: parsed.fingerprint, createdAt: this.clock.now() };
    try {
      return await this.db.tx(async (tx) => {
        const made = { ...key, id: await this.sshKeysStore.insert(tx, key) };
        await this.sshKeyEvents.changed(tx, made, 'created');
        return made;
      });
    } catch (error) {
      const constraint = violatedConstraint(error);
      if (constraint === FINGERPRINT_KEY)
        throw SshKeyInvalid({ failures: { fingerprint: ['has already been taken'] } });
      throw constraint === OF_A_USER ? UserNotFound() : error;
    }
  }
}
