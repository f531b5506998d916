import { Injectable } from '@nestjs/common';
import { Database } from '@hearth/data';
import { Clock } from '../clock.js';
import type { Client } from '../applications/applications.store.js';
import { IssueOAuthToken, hashOf, type IssuedOAuthToken } from './issue.js';
import { isVerified } from './pkce.rules.js';
import { OAuthTokensStore, type CodeRecord } from './tokens.store.js';

/** Exchanges an authorization code for tokens, once. */
@Injectable()
export class ExchangeCode {
  constructor(
    private readonly db: Database,
    private readonly tokensStore: OAuthTokensStore,
    private readonly issueOAuthToken: IssueOAuthToken,
    private readonly clock: Clock,
  ) {}

  /**
   * Exchanges the code. A second use means that the code was stolen, so the tokens of the first use are revoked.
   * @returns undefined for a code that is unknown, expired, used, of another client or redirect URI, or without its verifier
   */
  execute(
    client: Client,
    given: { readonly code: string; readonly redirectUri: string; readonly verifier: string | undefined },
  ): Promise<(IssuedOAuthToken & Pick<CodeRecord, 'nonce' | 'signedInAt'>) | undefined> {
    const codeHash = hashOf(given.code);
    return this.db.tx(async (tx) => {
      const code = await this.tokensStore.lockCode(tx, codeHash);
      if (code?.applicationId !== client.id) return undefined;
      const now = this.clock.now();
      if (code.usedAt) {
        await this.tokensStore.revokeFamily(tx, code.family, now);
        return undefined;
      }
      if (!this.isGood(code, given)) return undefined;
      await this.tokensStore.useCode(tx, codeHash, now);
      const { userId, family, scopes, nonce, signedInAt } = code;
      const granted = { applicationId: client.id, userId, family, scopes, refreshable: true };
      return { ...(await this.issueOAuthToken.within(tx, granted)), nonce, signedInAt };
    });
  }

  private isGood(code: CodeRecord, given: { redirectUri: string; verifier: string | undefined }): boolean {
    const isCurrent = code.active && code.scopes.length > 0 && code.expiresAt > this.clock.now();
    return isCurrent && code.redirectUri === given.redirectUri && isVerified(code.codeChallenge, given.verifier);
  }
}
