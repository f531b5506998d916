import { Injectable } from '@nestjs/common';
import { Audit } from '@hearth/audit';
import { UserNotFound } from '@hearth/identity-contracts';
import { Database, violatedConstraint } from '@hearth/data';
import { Clock } from '../clock.js';
import { GpgKeyInvalid } from '../refusals.js';
import { auditOfGpgKey, KEY_TAKEN, NOT_A_KEY } from './gpg-key.rules.js';
import { FINGERPRINT_KEY, OF_A_USER, GpgKeysStore, type GpgKeyRecord } from './gpg-keys.store.js';
import { readGpgKey } from './read-gpg-key.js';

/** Adds a GPG key to a user. A key belongs to one user only. */
@Injectable()
export class CreateGpgKey {
  constructor(
    private readonly db: Database,
    private readonly gpgKeysStore: GpgKeysStore,
    private readonly clock: Clock,
    private readonly audit: Audit,
  ) {}

  /** @throws GpgKeyInvalid when it is not a public key, or a user has it; UserNotFound when the user was deleted meanwhile */
  async execute(userId: number, text: string): Promise<GpgKeyRecord> {
    const armored = text.trim();
    const read = await readGpgKey(armored);
    if (!read) throw GpgKeyInvalid({ failures: NOT_A_KEY });
    const { fingerprint, subkeyIds } = read;
    const key = { userId, key: armored, fingerprint, createdAt: this.clock.now() };
    try {
      return await this.db.tx(async (tx) => {
        const made = { ...key, id: await this.gpgKeysStore.insert(tx, key, subkeyIds) };
        await this.audit.append(tx, auditOfGpgKey(made, 'created'));
        return made;
      });
    } catch (error) {
      const constraint = violatedConstraint(error);
      if (constraint === FINGERPRINT_KEY) throw GpgKeyInvalid({ failures: KEY_TAKEN });
      throw constraint === OF_A_USER ? UserNotFound() : error;
    }
  }
}
