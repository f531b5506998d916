import { Injectable } from '@nestjs/common';
import { Database } from '@hearth/data';
import { Clock } from '../clock.js';
import type { Client } from '../applications/applications.store.js';
import { hashOf } from './issue.js';
import { OAuthTokensStore, type OAuthTokenRecord } from './tokens.store.js';

/** Reads of OAuth tokens. */
@Injectable()
export class OAuthTokenFacts {
  constructor(
    private readonly db: Database,
    private readonly tokensStore: OAuthTokensStore,
    private readonly clock: Clock,
  ) {}

  /** Returns a live access token; undefined when it is not live. */
  async live(accessToken: string | undefined): Promise<OAuthTokenRecord | undefined> {
    if (accessToken === undefined) return undefined;
    const token = await this.tokensStore.find(this.db, hashOf(accessToken));
    return token && !token.isRefresh && this.isLive(token) ? token : undefined;
  }

  /** Returns a live access or refresh token of a client; undefined also for tokens of other clients. */
  async ofClient(client: Client, value: string): Promise<OAuthTokenRecord | undefined> {
    const token = await this.tokensStore.find(this.db, hashOf(value));
    return token?.applicationId === client.id && this.isLive(token) ? token : undefined;
  }

  private isLive({ active, revokedAt, endsAt }: OAuthTokenRecord): boolean {
    return active && revokedAt === null && endsAt > this.clock.now();
  }
}

/** Returns the token in an Authorization header (RFC 6750, 2.1). */
export function bearerTokenOf(authorization: string | undefined): string | undefined {
  return /^bearer +([^ ]+)$/i.exec(authorization ?? '')?.[1];
}
