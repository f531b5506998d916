import type { IncomingMessage, ServerResponse } from 'node:http';
import passport from 'passport';
import type { Principal } from '@hearth/contract-kit';
import { Authenticate, type Authentication, type Credential } from '@hearth/contracts';
import { Calls } from '@hearth/calls';
import { Injectable } from '@nestjs/common';
import { TokenStrategy, basicStrategy, credentialKind } from './credentials.js';

export type FailedOutcome = Exclude<Authentication['outcome'], 'accepted'>;

/** Who a request comes from: a user, nobody, or somebody whose credential opens nothing. */
export type Identification = { principal: Principal | null } | { failed: FailedOutcome };

/** Asks identity who is behind a request's credential, once and for this request only. */
@Injectable()
export class Authenticator {
  private readonly passport = new passport.Passport();

  constructor(calls: Calls) {
    const verify = (credential: Credential) => calls.query(Authenticate, credential);
    this.passport.use(new TokenStrategy(verify));
    this.passport.use(basicStrategy(verify));
  }

  /** @param git whether the route speaks git, whose credentials are Basic */
  async identify(request: IncomingMessage, response: ServerResponse, git: boolean): Promise<Identification> {
    const kind = credentialKind(request, git);
    if (!kind) return { principal: null };
    return new Promise((resolve, reject) => {
      const done = (error: unknown, principal: Principal | false | null, outcome: unknown) => {
        if (error) reject(error as Error);
        else resolve(principal ? { principal } : { failed: outcome as FailedOutcome });
      };
      this.passport.authenticate(kind, { session: false }, done)(request, response, reject);
    });
  }
}
