import type { IncomingMessage, ServerResponse } from 'node:http';
import passport from 'passport';
import type { Principal } from '@hearth/contract-kit';
import { Authenticate, type Authentication, type Credential } from '@hearth/contracts';
import { Calls } from '@hearth/calls';
import { Injectable } from '@nestjs/common';
import { TokenStrategy, basicStrategy, credentialKind, type Verify } from './credentials.js';

export type FailedOutcome = Exclude<Authentication['outcome'], 'accepted'>;

/** Who a request comes from: a user, nobody, or somebody whose credential opens nothing. */
export type Identification = { principal: Principal | null } | { failed: FailedOutcome };

/** Asks identity who is behind a request's credential, once and for this request only. */
@Injectable()
export class Authenticator {
  private readonly passport = new passport.Passport();
  private readonly verify: Verify;

  constructor(calls: Calls) {
    this.verify = (credential: Credential) => calls.query(Authenticate, credential);
  }

  /**
   * @param route `git`: whether it speaks git, whose credentials are Basic
   * @param clientAddress where the request came from, proxies that are trusted left out
   */
  async identify(
    request: IncomingMessage,
    response: ServerResponse,
    { git }: { readonly git: boolean },
    clientAddress: string,
  ): Promise<Identification> {
    const kind = credentialKind(request, git);
    if (!kind) return { principal: null };
    const strategy = kind === 'basic' ? basicStrategy(this.verify, clientAddress) : new TokenStrategy(this.verify);
    return new Promise((resolve, reject) => {
      const done = (error: unknown, principal: Principal | false | null, outcome: unknown) => {
        if (error) reject(error as Error);
        else resolve(principal ? { principal } : { failed: outcome as FailedOutcome });
      };
      this.passport.authenticate(strategy, { session: false }, done)(request, response, reject);
    });
  }
}
