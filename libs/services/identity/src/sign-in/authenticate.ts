import { Injectable } from '@nestjs/common';
import type { ActAsAnswer, ActAsQuestion } from '@hearth/contract-kit';
import type { Authentication, Credential } from '@hearth/contracts';
import { Database } from '@hearth/data';
import { isStorable } from '@hearth/http';
import { Clock } from '../clock.js';
import { passwordMatches } from '../users/password-hash.js';
import { CredentialsStore } from './credentials.store.js';
import { judgeActedAs, judgePassword, judgeToken } from './sign-in.rules.js';

/** Says whose a credential is. Nothing of it is remembered: a block or a revocation counts from the next request on. */
@Injectable()
export class AuthenticateCredential {
  constructor(
    private readonly database: Database,
    private readonly credentials: CredentialsStore,
    private readonly clock: Clock,
  ) {}

  /** A token costs one statement. Beside a login, a token in place of the password wins whatever the login is. */
  async execute(credential: Credential): Promise<Authentication> {
    if (credential.kind === 'token') return this.token(credential.tokenHash);
    const asToken = await this.token(credential.passwordHash);
    return asToken.outcome === 'unknown' ? this.password(credential.login, credential.password) : asToken;
  }

  /** The user whom an admin wants to act as. */
  async actAs({ user }: ActAsQuestion): Promise<ActAsAnswer> {
    return judgeActedAs(await this.credentials.actedAs(this.database, user));
  }

  private async token(tokenHash: string): Promise<Authentication> {
    const today = this.clock.now().toISOString().slice(0, 10);
    return judgeToken(await this.credentials.tokenHolder(this.database, tokenHash, today));
  }

  private async password(login: string, password: string): Promise<Authentication> {
    const holder = isStorable(login) ? await this.credentials.passwordHolder(this.database, login) : undefined;
    return judgePassword(holder, await passwordMatches(password, holder?.passwordHash ?? null));
  }
}
