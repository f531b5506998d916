import { Injectable } from '@nestjs/common';
import { Audit } from '@hearth/audit';
import { Database, type Tx } from '@hearth/data';
import { Clock } from '../clock.js';
import { TokenInvalid, TokenNotFound, TokenRevoked } from '../refusals.js';
import { UsersStore } from '../users/users.store.js';
import { IssueToken, type IssuedToken } from './issue.js';
import { PersonalTokensStore } from './personal-tokens.store.js';
import { auditOfToken, botExpiryFailures, rotatedUntil } from './token.rules.js';

/** Replaces a token by a new one with the same name and scopes; the old one is refused from the next request on. */
@Injectable()
export class RotateToken {
  constructor(
    private readonly db: Database,
    private readonly personalTokensStore: PersonalTokensStore,
    private readonly usersStore: UsersStore,
    private readonly issueToken: IssueToken,
    private readonly clock: Clock,
    private readonly audit: Audit,
  ) {}

  /**
   * @param id id of a token that the caller may manage
   * @param expiresAt `YYYY-MM-DD`; undefined: in a week
   * @throws TokenRevoked; TokenInvalid for a day that a bot's token may not expire on; TokenNotFound when it was deleted meanwhile
   */
  execute(id: number, expiresAt: string | undefined): Promise<IssuedToken> {
    return this.db.tx(async (tx) => {
      const token = await this.personalTokensStore.lock(tx, id);
      if (!token) throw TokenNotFound();
      if (token.revoked) throw TokenRevoked();
      const { userId, name, description, scopes, impersonation } = token;
      const until = await this.expiry(tx, userId, expiresAt);
      await this.personalTokensStore.revoke(tx, id, this.clock.now());
      await this.audit.append(tx, auditOfToken(token, 'revoked'));
      return this.issueToken.within(tx, { userId, name, description, scopes, impersonation, expiresAt: until });
    });
  }

  private async expiry(tx: Tx, userId: number, wanted: string | undefined): Promise<string> {
    const today = this.clock.today();
    if (wanted === undefined) return rotatedUntil(today);
    const user = await this.usersStore.find(tx, userId);
    const failures = user?.holderId == null ? {} : botExpiryFailures(wanted, today);
    if (Object.keys(failures).length > 0) throw TokenInvalid({ failures });
    return wanted;
  }
}
