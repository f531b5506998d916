import { createPrivateKey, generateKeyPair, type KeyObject } from 'node:crypto';
import { promisify } from 'node:util';
import { Injectable } from '@nestjs/common';
import { Audit } from '@hearth/audit';
import { Database } from '@hearth/data';
import { Keyring } from '@hearth/secrets';
import { calculateJwkThumbprint, exportJWK, type JWK } from 'jose';
import { Job } from '@hearth/jobs';
import { Clock } from '../clock.js';
import { ReplaceSigningKeysJob } from '../jobs.js';
import { needsSuccessor, removableBefore, signingKeyOf } from './signing-key.rules.js';
import { SigningKeysStore, type SigningKeyRecord } from './signing-keys.store.js';

export const SIGNING_ALGORITHM = 'RS256';
const MODULUS_BITS = 2_048;
const generate = promisify(generateKeyPair);

/** Current private key, with the id of its public key. */
export interface SigningKey {
  readonly kid: string;
  readonly privateKey: KeyObject;
}

/** Manages the keys that sign id_tokens: creates the first one on demand, and replaces them. Private keys are stored encrypted. */
@Injectable()
export class KeepSigningKeys {
  constructor(
    private readonly db: Database,
    private readonly signingKeysStore: SigningKeysStore,
    private readonly keyring: Keyring,
    private readonly clock: Clock,
    private readonly audit: Audit,
  ) {}

  /** @throws DecryptionError when the encryption key of the stored private key is missing */
  async current(): Promise<SigningKey> {
    const { id, publicJwk, privateKey } = signingKeyOf(await this.keys(), this.clock.now())!;
    return { kid: publicJwk.kid!, privateKey: createPrivateKey(this.keyring.decrypt(privateKey, placeOf(id))) };
  }

  /** Returns the public keys of valid and upcoming id_tokens. */
  async published(): Promise<JWK[]> {
    return (await this.keys()).map(({ publicJwk }) => publicJwk);
  }

  /** Creates the next key when it is due, and removes keys that are not needed any more. */
  @Job(ReplaceSigningKeysJob)
  async replace(): Promise<void> {
    const now = this.clock.now();
    const newest = (await this.signingKeysStore.all(this.db)).at(-1);
    if (newest && needsSuccessor(newest, now)) await this.make((keys) => needsSuccessor(keys.at(-1)!, now));
    await this.db.tx((tx) => this.signingKeysStore.removeReplaced(tx, removableBefore(now)));
  }

  private async keys(): Promise<SigningKeyRecord[]> {
    const keys = await this.signingKeysStore.all(this.db);
    return keys.length > 0 ? keys : this.make((present) => present.length === 0);
  }

  /** @param isNeeded repeated under the lock, so that only one of several processes creates the key */
  private async make(isNeeded: (keys: readonly SigningKeyRecord[]) => boolean): Promise<SigningKeyRecord[]> {
    const pair = await generate('rsa', { modulusLength: MODULUS_BITS });
    const jwk = await exportJWK(pair.publicKey);
    const publicJwk = { ...jwk, kid: await calculateJwkThumbprint(jwk), use: 'sig', alg: SIGNING_ALGORITHM };
    const pem = pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    return this.db.tx(async (tx) => {
      await this.signingKeysStore.lock(tx);
      const keys = await this.signingKeysStore.all(tx);
      if (!isNeeded(keys)) return keys;
      const id = await this.signingKeysStore.nextId(tx);
      const privateKey = this.keyring.encrypt(pem, placeOf(id));
      const made = { id, publicJwk, privateKey, createdAt: this.clock.now() };
      await this.signingKeysStore.insert(tx, made);
      await this.audit.append(tx, {
        kind: 'openid_key.created',
        subject: { type: 'openid_key', id, name: publicJwk.kid },
      });
      return [...keys, made];
    });
  }
}

function placeOf(id: number) {
  return { service: 'identity', table: 'openid_keys', column: 'private_key', id } as const;
}
