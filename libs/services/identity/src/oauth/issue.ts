import { Inject, Injectable } from '@nestjs/common';
import type { Tx } from '@hearth/data';
import { newToken, tokenHash } from '@hearth/secrets';
import { Clock } from '../clock.js';
import { REFRESH_LIMITS, type RefreshLimits } from './refresh-limits.js';
import { OAuthTokensStore, type NewOAuthToken } from './tokens.store.js';

export const ACCESS_TOKEN_SECONDS = 7_200;

/** New tokens. Their values are returned this one time. */
export interface IssuedOAuthToken {
  readonly accessToken: string;
  readonly refreshToken: string | null;
  readonly scopes: readonly string[];
  readonly createdAt: Date;
  readonly userId: number;
}

/** Creates access and refresh tokens and stores their hashes. All of them are issued here. */
@Injectable()
export class IssueOAuthToken {
  constructor(
    private readonly tokensStore: OAuthTokensStore,
    private readonly clock: Clock,
    @Inject(REFRESH_LIMITS) private readonly limits: RefreshLimits,
  ) {}

  /** @param granted client, user and scopes of the tokens; `refreshable`: whether to issue a refresh token */
  async within(
    tx: Tx,
    granted: Pick<NewOAuthToken, 'applicationId' | 'userId' | 'family' | 'scopes'> & { readonly refreshable: boolean },
  ): Promise<IssuedOAuthToken> {
    const { refreshable, ...token } = granted;
    const accessToken = newToken();
    const refreshToken = refreshable ? newToken() : null;
    const createdAt = this.clock.now();
    const expiresAt = new Date(createdAt.getTime() + ACCESS_TOKEN_SECONDS * 1_000);
    const refresh =
      refreshToken === null
        ? { refreshHash: null, refreshExpiresAt: null }
        : {
            refreshHash: hashOf(refreshToken),
            refreshExpiresAt: new Date(createdAt.getTime() + this.limits.idleMs),
          };
    await this.tokensStore.insert(tx, { ...token, tokenHash: hashOf(accessToken), ...refresh, createdAt, expiresAt });
    return { accessToken, refreshToken, scopes: token.scopes, createdAt, userId: token.userId };
  }
}

/** Returns the stored hash of a code or token. */
export function hashOf(value: string): Buffer {
  return Buffer.from(tokenHash(value), 'hex');
}
