import { Injectable } from '@nestjs/common';
import type { InputOf, OutputOf } from '@hearth/contract-kit';
import type { FindSshKeyQuery } from '@hearth/identity-contracts';
import { Database } from '@hearth/data';
import type { Page, PageRequest } from '@hearth/http';
import { Clock } from '../clock.js';
import { SshKeyNotFound } from '../refusals.js';
import { CredentialsStore } from '../sign-in/credentials.store.js';
import { authenticateSshKey } from '../sign-in/sign-in.rules.js';
import { SshKeysStore, type SshKeyRecord } from './ssh-keys.store.js';

/** Reads of SSH keys. */
@Injectable()
export class SshKeyFacts {
  constructor(
    private readonly db: Database,
    private readonly sshKeysStore: SshKeysStore,
    private readonly credentialsStore: CredentialsStore,
    private readonly clock: Clock,
  ) {}

  page(userId: number, request: PageRequest): Promise<Page<SshKeyRecord>> {
    return this.sshKeysStore.page(this.db, userId, request);
  }

  /** @throws SshKeyNotFound also for another user's key */
  async one(userId: number, id: number): Promise<SshKeyRecord> {
    const key = await this.sshKeysStore.find(this.db, userId, id);
    if (!key) throw SshKeyNotFound();
    return key;
  }

  /** Authenticates the user of a client's public key, or the deploy key, with one statement. */
  async authenticate({ fingerprint }: InputOf<typeof FindSshKeyQuery>): Promise<OutputOf<typeof FindSshKeyQuery>> {
    const hash = Buffer.from(fingerprint.slice('SHA256:'.length), 'base64');
    const account = await this.credentialsStore.sshKeyWithUser(this.db, hash, this.clock.now());
    return { keyId: account?.keyId ?? null, authentication: authenticateSshKey(account) };
  }
}
