import { Injectable } from '@nestjs/common';
import { Calls } from '@hearth/calls';
import type { OutputOf } from '@hearth/contract-kit';
import { FindSshKeyQuery } from '@hearth/identity-contracts';
import ssh2, { type PublicKeyAuthContext } from 'ssh2';
import { fingerprintOf } from './host-keys.js';

/** Signatures of RSA keys; without a name the client signs with SHA-1. */
const RSA_HASHES = ['sha256', 'sha512'];

/** State of a key's owner: its user, or the creator of a deploy key. */
export type KeyOwner = OutputOf<typeof FindSshKeyQuery>;

/** Finds the users of public keys. */
@Injectable()
export class KeyAuthentication {
  constructor(private readonly calls: Calls) {}

  /** Finds the owner as of now: a key may be deleted, and its user blocked, while a connection is open. */
  owner(fingerprint: string): Promise<KeyOwner> {
    return this.calls.query(FindSshKeyQuery, { fingerprint });
  }

  /**
   * Judges the key of an attempt to sign in, and its signature if there is one: a client first asks whether a key would do.
   * @returns the fingerprint of a known key; null for an attempt that fails
   */
  async judge(attempt: PublicKeyAuthContext): Promise<string | null> {
    if (!isSignedSafely(attempt)) return null;
    const fingerprint = fingerprintOf(attempt.key.data);
    const { keyId } = await this.owner(fingerprint);
    return keyId === null ? null : fingerprint;
  }
}

/** Returns whether the signature is right, or, without one, the client intends to sign with a safe algorithm. */
function isSignedSafely({ key, blob, signature, hashAlgo }: PublicKeyAuthContext): boolean {
  if (key.algo === 'ssh-rsa' && !RSA_HASHES.includes(hashAlgo ?? '')) return false;
  if (signature === undefined || blob === undefined) return true;
  const parsed = ssh2.utils.parseKey(`${key.algo} ${key.data.toString('base64')}`);
  return !(parsed instanceof Error) && parsed.verify(blob, signature, hashAlgo) === true;
}
