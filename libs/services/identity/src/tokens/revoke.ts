import { Injectable } from '@nestjs/common';
import { Audit } from '@hearth/audit';
import { Database } from '@hearth/data';
import type { UnlessModified } from '@hearth/http';
import { Clock } from '../clock.js';
import { auditOfToken } from './token.rules.js';
import { PersonalTokensStore } from './personal-tokens.store.js';

/** Revokes a token permanently. It stays listed, and is refused from the next request on. */
@Injectable()
export class RevokeToken {
  constructor(
    private readonly db: Database,
    private readonly personalTokensStore: PersonalTokensStore,
    private readonly clock: Clock,
    private readonly audit: Audit,
  ) {}

  /**
   * Does nothing for a token that is revoked already, or was deleted with its user.
   * @param id id of a token that the caller may manage
   * @throws PreconditionFailed
   */
  async execute(id: number, unlessModified: UnlessModified): Promise<void> {
    await this.db.tx(async (tx) => {
      const token = await this.personalTokensStore.lock(tx, id);
      if (!token) return;
      unlessModified(token.updatedAt);
      if (token.revoked) return;
      await this.personalTokensStore.revoke(tx, id, this.clock.now());
      await this.audit.append(tx, auditOfToken(token, 'revoked'));
    });
  }
}
