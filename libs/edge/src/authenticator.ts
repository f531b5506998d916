import type { IncomingMessage, ServerResponse } from 'node:http';
import passport from 'passport';
import type { Principal } from '@hearth/contract-kit';
import { AuthenticateJobQuery } from '@hearth/ci-contracts';
import { ActAsQuery, AuthenticateQuery, type Credential } from '@hearth/identity-contracts';
import { Calls } from '@hearth/calls';
import { isLfsToken } from '@hearth/access';
import { Signer, Verifier, tokenHash } from '@hearth/secrets';
import { Injectable } from '@nestjs/common';
import {
  BasicStrategy,
  JobTokenStrategy,
  TokenStrategy,
  credentialKind,
  type AcceptedCredentials,
  type JudgedCredential,
  type Verify,
} from './credentials.js';
import { LfsCredentials } from './lfs-credentials.js';
import { RetryLater } from './retry-later.js';

export type FailedOutcome = Exclude<JudgedCredential['outcome'], 'accepted'>;

/** Result of authentication: a user, an anonymous caller, or an invalid credential. */
export type Identification = { principal: Principal | null } | { failed: FailedOutcome };

/** The login beside the token of a job. */
const JOB_LOGIN = 'gitlab-ci-token';

/** The user who started a job, limited to what its token opens while it runs: reading repositories, and the endpoints that accept it. */
async function authenticateJob(calls: Calls, tokenHash: string): Promise<JudgedCredential> {
  const { job } = await calls.query(AuthenticateJobQuery, { tokenHash });
  if (job?.userId == null) return { outcome: 'unknown' };
  const { principal, blocked } = await calls.query(ActAsQuery, { user: { id: job.userId } });
  if (!principal || blocked) return { outcome: 'unknown' };
  const scopes: Principal['credential']['scopes'] = ['read_repository'];
  const credential = { kind: 'job' as const, tokenId: null, scopes, projectId: job.projectId };
  return { outcome: 'accepted', principal: { ...principal, credential } };
}

/** Authenticates a request's credential with identity, once and for this request only. */
@Injectable()
export class Authenticator {
  private readonly passport = new passport.Passport();
  private readonly verify: Verify;
  private readonly verifyForGit: Verify;
  private readonly verifyJob: Verify;
  private readonly lfsCredentials: LfsCredentials;

  constructor(calls: Calls, verifier: Verifier, signer: Signer) {
    this.lfsCredentials = new LfsCredentials(calls, verifier, signer);
    this.verify = async (credential: Credential) => {
      const authentication = await calls.query(AuthenticateQuery, credential);
      if (authentication.outcome !== 'limited') return authentication;
      const { budget, retryAfterSeconds } = authentication;
      throw new RetryLater({ name: 'sign-in', allowed: budget, retryAfterSeconds });
    };
    this.verifyJob = async (credential) =>
      credential.kind === 'token' ? authenticateJob(calls, credential.tokenHash) : { outcome: 'unknown' };
    this.verifyForGit = async (credential) => {
      if (credential.kind !== 'basic' || credential.login !== JOB_LOGIN) return this.verify(credential);
      const job = await authenticateJob(calls, credential.passwordHash);
      // semantic-release and other tools send a personal token with this login.
      return job.outcome === 'accepted' ? job : this.verify({ kind: 'token', tokenHash: credential.passwordHash });
    };
  }

  /**
   * The user whose session a browser has; null for every other value of its cookie.
   * @param sessionId undefined for a browser without a cookie
   */
  async session(sessionId: string | undefined): Promise<Principal | null> {
    if (sessionId === undefined) return null;
    const authentication = await this.verify({ kind: 'session', sessionHash: tokenHash(sessionId) });
    return authentication.outcome === 'accepted' ? authentication.principal : null;
  }

  /**
   * @param route the credentials that it accepts
   * @param clientAddress where the request came from, proxies that are trusted left out
   * @throws RetryLater where too many sign-ins have failed
   */
  async identify(
    request: IncomingMessage,
    response: ServerResponse,
    route: AcceptedCredentials,
    clientAddress: string,
  ): Promise<Identification> {
    const kind = credentialKind(request, route);
    if (!kind) return { principal: null };
    const verifyForGit: Verify = (credential) =>
      credential.kind === 'basic' && isLfsToken(credential.password)
        ? this.lfsCredentials.judge(credential.password, request.url!)
        : this.verifyForGit(credential);
    const strategies = {
      basic: () => new BasicStrategy(verifyForGit, clientAddress),
      token: () => new TokenStrategy(this.verify),
      'job-token': () => new JobTokenStrategy(this.verifyJob),
    };
    return new Promise((resolve, reject) => {
      const done = (error: unknown, principal: Principal | false | null, outcome: unknown) => {
        if (error) reject(error as Error);
        else resolve(principal ? { principal } : { failed: outcome as FailedOutcome });
      };
      this.passport.authenticate(strategies[kind](), { session: false }, done)(request, response, reject);
    });
  }
}
