import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { InputOf } from '@hearth/contract-kit';
import type { SignJobTokensCommand } from '@hearth/identity-contracts';
import { SignJWT } from 'jose';
import { Clock } from '../clock.js';
import { presentJobClaims } from './job-token.view.js';
import { KeepSigningKeys, SIGNING_ALGORITHM } from './keep-signing-keys.js';

/** Longest lifetime of a job's id_token, in seconds: a replaced key stays published for a day after its last signature. */
const LONGEST_LIFETIME = 24 * 3_600;
/** Difference between the clocks of this server and of the one that verifies a token, in seconds. */
const CLOCK_SKEW = 5;

/** Signs the id_tokens of CI jobs. */
@Injectable()
export class SignJobTokens {
  constructor(
    private readonly keepSigningKeys: KeepSigningKeys,
    private readonly clock: Clock,
  ) {}

  /** Returns one token for each audience. */
  async execute({ issuer, job, audiences, lifetimeSeconds }: InputOf<typeof SignJobTokensCommand>): Promise<string[]> {
    const { kid, privateKey } = await this.keepSigningKeys.current();
    const issuedAt = Math.floor(this.clock.now().getTime() / 1_000);
    const claims = presentJobClaims(job, issuer);
    const signed = audiences.map((audience) =>
      new SignJWT(claims)
        .setProtectedHeader({ alg: SIGNING_ALGORITHM, typ: 'JWT', kid })
        .setAudience(audience)
        .setJti(randomUUID())
        .setIssuedAt(issuedAt)
        .setNotBefore(issuedAt - CLOCK_SKEW)
        .setExpirationTime(issuedAt + Math.min(lifetimeSeconds, LONGEST_LIFETIME))
        .sign(privateKey),
    );
    return Promise.all(signed);
  }
}
