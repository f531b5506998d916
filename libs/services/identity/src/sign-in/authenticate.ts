import { Injectable } from '@nestjs/common';
import type { ActAsAnswer, ActAsQuestion } from '@hearth/contract-kit';
import type { Authentication, Credential } from '@hearth/contracts';
import { Database, isStorableText } from '@hearth/data';
import { Clock } from '../clock.js';
import { passwordMatches } from '../users/password-hash.js';
import { CredentialsStore } from './credentials.store.js';
import { SettleAttempt } from './settle-attempt.js';
import { judgeActedAs, judgePassword, judgeToken } from './sign-in.rules.js';

type BasicCredential = Extract<Credential, { kind: 'basic' }>;

/** Says whose a credential is. Nothing of it is remembered: a block or a revocation counts from the next request on. */
@Injectable()
export class AuthenticateCredential {
  constructor(
    private readonly database: Database,
    private readonly credentials: CredentialsStore,
    private readonly clock: Clock,
    private readonly settlement: SettleAttempt,
  ) {}

  /**
   * A token costs one statement. Beside a login, a token in place of the password wins whatever the login is, also while passwords of that
   * login are banned; what it opens or does not open counts for nothing there.
   */
  async execute(credential: Credential): Promise<Authentication> {
    if (credential.kind === 'token') return this.token(credential.tokenHash);
    const asToken = await this.token(credential.passwordHash);
    return asToken.outcome === 'unknown' ? this.password(credential) : asToken;
  }

  /** The user whom an admin wants to act as. */
  async actAs({ user }: ActAsQuestion): Promise<ActAsAnswer> {
    return judgeActedAs(await this.credentials.actedAs(this.database, user));
  }

  private async token(tokenHash: string): Promise<Authentication> {
    return judgeToken(await this.credentials.tokenHolder(this.database, tokenHash, this.clock.today()));
  }

  /** Without a client address, from an edge of an earlier release, nothing is counted. */
  private async password({ login, password, clientAddress }: BasicCredential): Promise<Authentication> {
    const holder = isStorableText(login) ? await this.credentials.passwordHolder(this.database, login) : undefined;
    const judged = judgePassword(holder, await passwordMatches(password, holder?.passwordHash ?? null));
    if (clientAddress === undefined) return judged;
    return this.settlement.execute({ login, userId: holder?.userId, clientAddress }, judged);
  }
}
