import { Injectable } from '@nestjs/common';
import { Database } from '@hearth/data';
import { Clock } from '../clock.js';
import type { Client } from '../applications/applications.store.js';
import { hashOf } from './issue.js';
import { OAuthTokensStore } from './tokens.store.js';

/** Revokes both tokens of a pair, by its access or refresh token (RFC 7009). */
@Injectable()
export class RevokeOAuthToken {
  constructor(
    private readonly db: Database,
    private readonly tokensStore: OAuthTokensStore,
    private readonly clock: Clock,
  ) {}

  /** Ignores unknown tokens and those of other clients; the response does not tell them apart. */
  async execute(client: Client | undefined, value: string): Promise<void> {
    await this.db.tx(async (tx) => {
      const token = await this.tokensStore.find(tx, hashOf(value));
      if (token && token.applicationId === (client?.id ?? null))
        await this.tokensStore.revoke(tx, token.id, this.clock.now());
    });
  }
}
