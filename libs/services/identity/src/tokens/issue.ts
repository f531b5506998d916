import { Injectable } from '@nestjs/common';
import { Audit } from '@hearth/audit';
import type { Scope } from '@hearth/contract-kit';
import { UserNotFound } from '@hearth/identity-contracts';
import { Database, violatedConstraint, type Tx } from '@hearth/data';
import { newToken, tokenHash } from '@hearth/secrets';
import { Clock } from '../clock.js';
import { auditOfToken } from './token.rules.js';
import { PersonalTokensStore, type TokenRecord } from './personal-tokens.store.js';

/** Token to issue, after the checks of its rules, or for the operator. */
export interface GrantedToken {
  readonly userId: number;
  readonly name: string;
  readonly description: string | null;
  readonly scopes: Scope[];
  /** `YYYY-MM-DD`; null: never expires. */
  readonly expiresAt: string | null;
  readonly impersonation: boolean;
}

/** New token with its value. The value is not stored, so it is returned this one time. */
export interface IssuedToken {
  readonly record: TokenRecord;
  readonly value: string;
}

const OF_A_USER = 'personal_access_tokens_user_id_fkey';

/** Creates the value of a token and stores its hash. All personal and impersonation tokens are issued here. */
@Injectable()
export class IssueToken {
  constructor(
    private readonly db: Database,
    private readonly personalTokensStore: PersonalTokensStore,
    private readonly clock: Clock,
    private readonly audit: Audit,
  ) {}

  /** @throws UserNotFound when the user was deleted meanwhile */
  async execute(granted: GrantedToken): Promise<IssuedToken> {
    try {
      return await this.db.tx((tx) => this.within(tx, granted));
    } catch (error) {
      throw violatedConstraint(error) === OF_A_USER ? UserNotFound() : error;
    }
  }

  /** Runs inside a larger write. @throws a violation when the user was deleted meanwhile */
  async within(tx: Tx, granted: GrantedToken): Promise<IssuedToken> {
    const value = newToken();
    const now = this.clock.now();
    const token = { ...granted, revoked: false, createdAt: now, updatedAt: now, lastUsedAt: null };
    const hash = Buffer.from(tokenHash(value), 'hex');
    const id = await this.personalTokensStore.insert(tx, { ...token, tokenHash: hash });
    await this.audit.append(tx, auditOfToken({ ...token, id }, 'created'));
    return { record: { ...token, id }, value };
  }
}
