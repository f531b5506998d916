import { Injectable } from '@nestjs/common';
import { Audit } from '@hearth/audit';
import { Database } from '@hearth/data';
import { Clock } from '../clock.js';
import { TokenNotFound, TokenRevoked } from '../refusals.js';
import { IssueToken, type IssuedToken } from './issue.js';
import { PersonalTokensStore } from './personal-tokens.store.js';
import { auditOfToken, rotatedUntil } from './token.rules.js';

/** Replaces a token by a new one with the same name and scopes; the old one is refused from the next request on. */
@Injectable()
export class RotateToken {
  constructor(
    private readonly db: Database,
    private readonly personalTokensStore: PersonalTokensStore,
    private readonly issueToken: IssueToken,
    private readonly clock: Clock,
    private readonly audit: Audit,
  ) {}

  /**
   * @param id id of a token that the caller may manage
   * @param expiresAt `YYYY-MM-DD`; undefined: in a week
   * @throws TokenRevoked; TokenNotFound when it was deleted meanwhile
   */
  execute(id: number, expiresAt: string | undefined): Promise<IssuedToken> {
    return this.db.tx(async (tx) => {
      const token = await this.personalTokensStore.lock(tx, id);
      if (!token) throw TokenNotFound();
      if (token.revoked) throw TokenRevoked();
      await this.personalTokensStore.revoke(tx, id, this.clock.now());
      await this.audit.append(tx, auditOfToken(token, 'revoked'));
      const { userId, name, description, scopes, impersonation } = token;
      const until = expiresAt ?? rotatedUntil(this.clock.today());
      return this.issueToken.within(tx, { userId, name, description, scopes, impersonation, expiresAt: until });
    });
  }
}
