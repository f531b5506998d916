import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Audit } from '@hearth/audit';
import { Database, type Tx } from '@hearth/data';
import { newToken } from '@hearth/secrets';
import { Clock } from '../clock.js';
import { ApplicationsStore, type Client } from '../applications/applications.store.js';
import { IssueOAuthToken, hashOf, type IssuedOAuthToken } from './issue.js';
import { OAuthTokensStore } from './tokens.store.js';

const CODE_MS = 600_000;

/** What a user has allowed an application. */
export interface Consent {
  readonly client: Client;
  readonly userId: number;
  readonly redirectUri: string;
  /** The user was asked just now, and has seen where the redirect URI leads. */
  readonly isConfirmed: boolean;
  readonly scopes: readonly string[];
  readonly codeChallenge: string | null;
  readonly nonce: string | null;
  /** When the user has signed in. */
  readonly signedInAt: Date;
}

/** Gives an application what its user has allowed. */
@Injectable()
export class GrantAuthorization {
  constructor(
    private readonly db: Database,
    private readonly applicationsStore: ApplicationsStore,
    private readonly tokensStore: OAuthTokensStore,
    private readonly issueOAuthToken: IssueOAuthToken,
    private readonly clock: Clock,
    private readonly audit: Audit,
  ) {}

  /** Whether the user has allowed a confidential client as much before. A public one could be anybody: its users are always asked. */
  async isKnown({ client, userId, scopes }: Consent): Promise<boolean> {
    if (!client.confidential) return false;
    return this.tokensStore.hasConsented(this.db, userId, client.id, scopes, this.clock.now());
  }

  /** @returns an authorization code, good once, for ten minutes, for this client, redirect URI and challenge */
  async code(consent: Consent): Promise<string> {
    const { client, userId, redirectUri, scopes, codeChallenge, nonce, signedInAt } = consent;
    const code = newToken();
    const expiresAt = new Date(this.clock.now().getTime() + CODE_MS);
    const bound = {
      applicationId: client.id,
      userId,
      redirectUri,
      scopes: [...scopes],
      codeChallenge,
      nonce,
      signedInAt,
      expiresAt,
    };
    await this.db.tx(async (tx) => {
      await this.tokensStore.insertCode(tx, { ...bound, codeHash: hashOf(code), family: randomUUID() });
      await this.record(tx, consent);
    });
    return code;
  }

  /** @returns an access token, for the implicit flow */
  async token(consent: Consent): Promise<IssuedOAuthToken> {
    const { client, userId, scopes } = consent;
    const granted = { applicationId: client.id, userId, scopes, family: randomUUID(), refreshable: false };
    return this.db.tx(async (tx) => {
      await this.record(tx, consent);
      return this.issueOAuthToken.within(tx, granted);
    });
  }

  private async record(tx: Tx, { client: { id, name }, userId, redirectUri, isConfirmed, scopes }: Consent) {
    if (isConfirmed) await this.applicationsStore.confirmUri(tx, id, redirectUri, userId);
    const subject = { type: 'application', id, name };
    await this.audit.append(tx, { kind: 'application.authorized', subject, details: { scopes } });
  }
}
