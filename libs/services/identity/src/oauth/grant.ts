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

/** Consent of a user to an application. */
export interface Consent {
  readonly client: Client;
  readonly userId: number;
  readonly redirectUri: string;
  /** The user has just answered the consent page, which shows the redirect URI's host. */
  readonly isConfirmed: boolean;
  readonly scopes: readonly string[];
  readonly codeChallenge: string | null;
  readonly nonce: string | null;
  /** Time of the user's sign-in. */
  readonly signedInAt: Date;
}

/** Issues codes and tokens for a user's consent. */
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

  /** Returns whether the user has given the same consent to a confidential client before. Public clients are unauthenticated, so always ask. */
  async isKnown({ client, userId, scopes }: Consent): Promise<boolean> {
    if (!client.confidential) return false;
    return this.tokensStore.hasConsented(this.db, userId, client.id, scopes, this.clock.now());
  }

  /** @returns an authorization code for this client, redirect URI and challenge: valid once, for ten minutes */
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
