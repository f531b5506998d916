import { Injectable } from '@nestjs/common';
import { Audit } from '@hearth/audit';
import type { ActAsOutput, ActAsInput, InputOf, OutputOf } from '@hearth/contract-kit';
import type { Authentication, Credential, StillValidQuery } from '@hearth/identity-contracts';
import { Database, isStorableText } from '@hearth/data';
import { Clock } from '../clock.js';
import { RecordTokenUse } from '../tokens/record-use.js';
import { passwordMatches } from '../users/password-hash.js';
import { networkKey } from './attempt-key.rules.js';
import { ChargeSignInAttempt } from './charge-attempt.js';
import { CredentialsStore } from './credentials.store.js';
import { RecordSignInAttempt } from './record-attempt.js';
import {
  authenticateActAs,
  authenticatePassword,
  authenticateToken,
  type JudgedPassword,
  type UserWithPassword,
} from './sign-in.rules.js';

/** Comparisons before which an attempt waits at most; users at networks of their own find room when others do not. */
const WAITING = 64;
const WAITING_KNOWN = 256;

/** A token, or a login with a password. */
type TokenOrLogin = Exclude<Credential, { kind: 'session' }>;
type Login = Pick<Extract<Credential, { kind: 'basic' }>, 'login' | 'password' | 'clientAddress'>;

/** Says whose a credential is. Nothing of it is remembered: a block or a revocation counts from the next request on. */
@Injectable()
export class AuthenticateCredential {
  constructor(
    private readonly db: Database,
    private readonly credentialsStore: CredentialsStore,
    private readonly clock: Clock,
    private readonly chargeSignInAttempt: ChargeSignInAttempt,
    private readonly recordSignInAttempt: RecordSignInAttempt,
    private readonly audit: Audit,
    private readonly recordTokenUse: RecordTokenUse,
  ) {}

  /**
   * A token costs one statement. Beside a login, a token in place of the password wins whatever the login is, also while passwords of that
   * login are banned; what it opens or does not open counts for nothing there.
   */
  async execute(credential: TokenOrLogin): Promise<Authentication> {
    if (credential.kind === 'token') return this.token(credential.tokenHash);
    const asToken = await this.token(credential.passwordHash);
    if (asToken.outcome !== 'unknown') return asToken;
    const judged = await this.password(credential);
    return judged.outcome === 'second-factor' ? { outcome: 'second-factor' } : judged;
  }

  /** The user whom an admin wants to act as. Where a request runs as that user, the audit trail says so before it does. */
  async actAs({ user, request }: ActAsInput): Promise<ActAsOutput> {
    const answer = authenticateActAs(await this.credentialsStore.actedAs(this.db, user));
    const { principal, blocked } = answer;
    if (request && principal && !blocked) {
      const subject = { type: 'user', id: principal.userId, name: principal.username };
      await this.db.tx((tx) => this.audit.append(tx, { kind: 'user.sudo', subject, details: request }));
    }
    return answer;
  }

  /** What an accepted credential's user is now; null when the credential would not be accepted any more. */
  async stillValid({ userId, tokenId }: InputOf<typeof StillValidQuery>): Promise<OutputOf<typeof StillValidQuery>> {
    const user = await this.credentialsStore.stillValid(this.db, userId, tokenId, this.clock.today(), this.clock.now());
    return { user: user ?? null };
  }

  private async token(tokenHash: string): Promise<Authentication> {
    const [today, now] = [this.clock.today(), this.clock.now()];
    const account = await this.credentialsStore.tokenWithUser(this.db, tokenHash, today, now);
    const authentication = authenticateToken(account);
    if (account && account.kind !== 'oauth' && authentication.outcome === 'accepted')
      this.recordTokenUse.begin(account, now);
    return authentication;
  }

  /** A login with a password. Without a client address, from an edge of an earlier release, nothing is counted. */
  async password({ login, password, clientAddress }: Login): Promise<JudgedPassword> {
    const account = await this.account(login, clientAddress);
    if (clientAddress === undefined) return this.compare(account, password);
    const attempt = { login, userId: account?.userId, clientAddress, networkKnown: account?.networkKnown ?? false };
    // Users at their own networks are never slowed down by what others do to their login or from their address.
    const limited = attempt.networkKnown ? undefined : await this.chargeSignInAttempt.execute(attempt);
    if (limited) return limited;
    const judged = await this.compare(account, password);
    return judged.outcome === 'limited' ? judged : this.recordSignInAttempt.execute(attempt, judged);
  }

  private async account(login: string, clientAddress: string | undefined): Promise<UserWithPassword | undefined> {
    if (!isStorableText(login)) return undefined;
    const network = clientAddress === undefined ? null : networkKey(clientAddress);
    return this.credentialsStore.userWithPassword(this.db, login, network, this.clock.now());
  }

  /** @returns `limited` where too many passwords wait for their comparison */
  private async compare(account: UserWithPassword | undefined, password: string): Promise<JudgedPassword> {
    const patience = account?.networkKnown ? WAITING_KNOWN : WAITING;
    const matches = await passwordMatches(password, account?.passwordHash ?? null, patience);
    if (matches === undefined) return { outcome: 'limited', budget: patience, retryAfterSeconds: 1 };
    return authenticatePassword(account, matches);
  }
}
