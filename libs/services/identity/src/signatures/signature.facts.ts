import { Injectable } from '@nestjs/common';
import type { InputOf, OutputOf } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import type { VerifySignatureQuery } from '@hearth/identity-contracts';
import { KeysStore } from '../keys/keys.store.js';
import { GpgSignatures } from './gpg-signatures.js';
import { gpgStatus, shownUser, sshStatus } from './signature.rules.js';
import { SignaturesStore } from './signatures.store.js';
import { readSshSignature } from './ssh-signature.rules.js';

type Verified = OutputOf<typeof VerifySignatureQuery>;

/** Judges signatures of commits by the keys of users. */
@Injectable()
export class SignatureFacts {
  constructor(
    private readonly db: Database,
    private readonly signaturesStore: SignaturesStore,
    private readonly keysStore: KeysStore,
    private readonly gpgSignatures: GpgSignatures,
  ) {}

  /** @throws SignaturesBusy */
  verify({ type, payload, signature, committerEmail }: InputOf<typeof VerifySignatureQuery>): Promise<Verified> {
    const signed = Buffer.from(payload, 'base64');
    const email = committerEmail.toLowerCase();
    return type === 'PGP' ? this.gpg(signed, signature, email) : this.ssh(signed, signature, email);
  }

  private async gpg(payload: Buffer, signature: string, email: string): Promise<Verified> {
    const [keyId = null, ...others] = await this.gpgSignatures.issuers(signature);
    const unknown = { keyId: null, primaryKeyId: keyId, userName: null, userEmail: null };
    if (keyId === null) return { status: 'unverified', gpgKey: unknown, sshKey: null };
    if (others.length > 0) return { status: 'multiple_signatures', gpgKey: unknown, sshKey: null };
    const key = await this.signaturesStore.gpgKey(this.db, keyId);
    if (!key) return { status: 'unknown_key', gpgKey: unknown, sshKey: null };
    const [checked, addresses] = await Promise.all([
      this.gpgSignatures.check({ payload, signature, key: key.key }),
      this.signaturesStore.addresses(this.db, key.userId),
    ]);
    const user = shownUser(checked, addresses);
    const { id, primaryKeyId } = key;
    return {
      status: gpgStatus(checked, addresses, email),
      gpgKey: { keyId: id, primaryKeyId, userName: user?.name || null, userEmail: user?.email || null },
      sshKey: null,
    };
  }

  private async ssh(payload: Buffer, signature: string, email: string): Promise<Verified> {
    const read = readSshSignature(signature, payload);
    if (!read?.isValid) return { status: 'unverified', gpgKey: null, sshKey: null };
    const key = await this.keysStore.withFingerprint(this.db, read.fingerprint);
    // A deploy key is no user's.
    if (!key || key.isDeployKey || key.userId === null) return { status: 'unknown_key', gpgKey: null, sshKey: null };
    const { id, title, createdAt, expiresAt } = key;
    return {
      status: sshStatus(await this.signaturesStore.addresses(this.db, key.userId), email),
      gpgKey: null,
      sshKey: {
        ...{ id, title, key: key.key },
        createdAt: createdAt.toISOString(),
        expiresAt: expiresAt?.toISOString() ?? null,
      },
    };
  }
}
