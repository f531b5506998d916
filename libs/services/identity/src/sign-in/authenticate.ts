import { Injectable } from '@nestjs/common';
import { Audit } from '@hearth/audit';
import type { ActAsOutput, ActAsInput, InputOf, OutputOf } from '@hearth/contract-kit';
import type { Authentication, Credential, StillValidQuery } from '@hearth/identity-contracts';
import { Database, isStorableText } from '@hearth/data';
import { Clock } from '../clock.js';
import { DEPLOY_TOKEN_PREFIX } from '../deploy-tokens/deploy-token.rules.js';
import { RecordTokenUse } from '../tokens/record-use.js';
import { passwordMatches } from '../users/password-hash.js';
import { networkKey } from './attempt-key.rules.js';
import { ChargeSignInAttempt } from './charge-attempt.js';
import { CredentialsStore } from './credentials.store.js';
import { PasswordFacts } from './password.facts.js';
import { RecordSignInAttempt } from './record-attempt.js';
import {
  authenticateActAs,
  authenticateDeployToken,
  authenticatePassword,
  authenticateToken,
  type JudgedPassword,
  type UserWithPassword,
} from './sign-in.rules.js';

/** Maximum number of waiting comparisons. It is higher for users at known networks, who still sign in when others are refused. */
const WAITING = 64;
const WAITING_KNOWN = 256;

/** Token, or login with a password. */
type TokenOrLogin = Exclude<Credential, { kind: 'session' }>;
type Login = Pick<Extract<Credential, { kind: 'basic' }>, 'login' | 'password' | 'clientAddress'>;

/** Authenticates a credential. Nothing is cached: a block or a revocation applies from the next request on. */
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
    private readonly passwordFacts: PasswordFacts,
  ) {}

  /**
   * Authenticates with one statement for a token. A token in place of a password wins for any login, also during a ban of that login's
   * passwords, and neither counts as a failure nor resets any. Deploy tokens have a prefix, so that only what may be one is looked up.
   */
  async execute(credential: TokenOrLogin): Promise<Authentication> {
    if (credential.kind === 'token') return this.token(credential.tokenHash);
    const asDeployToken = await this.deployToken(credential);
    if (asDeployToken.outcome !== 'unknown') return asDeployToken;
    const asToken = await this.token(credential.passwordHash);
    if (asToken.outcome !== 'unknown') return asToken;
    if (!(await this.passwordFacts.overHttp())) return { outcome: 'unknown' };
    const judged = await this.judge(credential);
    if (!('userId' in judged)) return judged;
    if ('principal' in judged) return { outcome: 'accepted', principal: judged.principal };
    // Only a session activates the user.
    return { outcome: judged.outcome === 'deactivated' ? 'blocked' : judged.outcome };
  }

  /** Returns the user that an admin wants to impersonate. For a request, the impersonation is recorded in the audit trail first. */
  async actAs({ user, request }: ActAsInput): Promise<ActAsOutput> {
    const answer = authenticateActAs(await this.credentialsStore.actedAs(this.db, user));
    const { principal, blocked } = answer;
    if (request && principal && !blocked) {
      const subject = { type: 'user', id: principal.userId, name: principal.username };
      await this.db.tx((tx) => this.audit.append(tx, { kind: 'user.sudo', subject, details: request }));
    }
    return answer;
  }

  /** Returns the current record of an accepted credential's user; null when the credential would not be accepted any more. */
  async stillValid(credential: InputOf<typeof StillValidQuery>): Promise<OutputOf<typeof StillValidQuery>> {
    const user = await this.credentialsStore.stillValid(this.db, credential, this.clock.today(), this.clock.now());
    return { user: user ?? null };
  }

  private async deployToken({
    login,
    password,
    passwordHash,
  }: Extract<Credential, { kind: 'basic' }>): Promise<Authentication> {
    if (!password.startsWith(DEPLOY_TOKEN_PREFIX)) return { outcome: 'unknown' };
    const token = await this.credentialsStore.deployToken(this.db, passwordHash, this.clock.now());
    return authenticateDeployToken(token, login);
  }

  private async token(tokenHash: string): Promise<Authentication> {
    const [today, now] = [this.clock.today(), this.clock.now()];
    const account = await this.credentialsStore.tokenWithUser(this.db, tokenHash, today, now);
    const authentication = authenticateToken(account);
    if (account && account.kind !== 'oauth' && authentication.outcome === 'accepted')
      this.recordTokenUse.begin(account, now);
    return authentication;
  }

  /** Authenticates a login with a password, where pages accept passwords. */
  async password(login: Login): Promise<JudgedPassword> {
    return (await this.passwordFacts.onPages()) ? this.judge(login) : { outcome: 'unknown' };
  }

  /** Judges the password that is asked again of a user who is signed in, as long as passwords count anywhere: it may open git alone. */
  async confirm(login: Login): Promise<JudgedPassword> {
    return (await this.passwordFacts.anywhere()) ? this.judge(login) : { outcome: 'unknown' };
  }

  /** Without a client address, from an edge of an earlier release, attempts are not counted. */
  private async judge({ login, password, clientAddress }: Login): Promise<JudgedPassword> {
    const account = await this.account(login, clientAddress);
    if (clientAddress === undefined) return this.compare(account, password);
    const attempt = { login, userId: account?.userId, clientAddress, networkKnown: account?.networkKnown ?? false };
    // Attempts of others on the same login or from the same address never delay users at known networks.
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

  /** @returns `limited` when too many comparisons are waiting */
  private async compare(account: UserWithPassword | undefined, password: string): Promise<JudgedPassword> {
    const maxWaiting = account?.networkKnown ? WAITING_KNOWN : WAITING;
    const matches = await passwordMatches(password, account?.passwordHash ?? null, maxWaiting);
    if (matches === undefined) return { outcome: 'limited', budget: maxWaiting, retryAfterSeconds: 1 };
    return authenticatePassword(account, matches);
  }
}
