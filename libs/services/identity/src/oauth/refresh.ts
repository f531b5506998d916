import { Injectable } from '@nestjs/common';
import { Database } from '@hearth/data';
import { Clock } from '../clock.js';
import { OAuthScopeInvalid } from '../refusals.js';
import { areGrantable, requestedScopes } from '../applications/application.rules.js';
import type { Client } from '../applications/applications.store.js';
import { IssueOAuthToken, hashOf, type IssuedOAuthToken } from './issue.js';
import { OAuthTokensStore } from './tokens.store.js';

/** Exchanges a refresh token for a new pair, and revokes the former one. */
@Injectable()
export class RefreshToken {
  constructor(
    private readonly db: Database,
    private readonly tokensStore: OAuthTokensStore,
    private readonly issueOAuthToken: IssueOAuthToken,
    private readonly clock: Clock,
  ) {}

  /**
   * Exchanges the token. A second use means that it was stolen, so its whole family is revoked.
   * @param scope a subset of the scopes, blank-separated
   * @returns undefined for a token that is unknown, revoked, unused for too long, of another client, or of a user who may not sign in
   * @throws OAuthScopeInvalid
   */
  execute(client: Client, refreshToken: string, scope: string | undefined): Promise<IssuedOAuthToken | undefined> {
    return this.db.tx(async (tx) => {
      const token = await this.tokensStore.lockRefresh(tx, hashOf(refreshToken));
      if (token?.applicationId !== client.id) return undefined;
      const now = this.clock.now();
      if (token.revokedAt) {
        await this.tokensStore.revokeFamily(tx, token.family, now);
        return undefined;
      }
      if (!token.active || token.endsAt <= now) return undefined;
      const { userId, family } = token;
      const scopes = scope === undefined ? token.scopes : requestedScopes(scope, token.scopes);
      if (scopes.length === 0 || !areGrantable(scopes, token.scopes)) throw OAuthScopeInvalid();
      await this.tokensStore.revoke(tx, token.id, now);
      return this.issueOAuthToken.within(tx, { applicationId: client.id, userId, family, scopes, refreshable: true });
    });
  }
}
