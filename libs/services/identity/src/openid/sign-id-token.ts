import { Injectable } from '@nestjs/common';
import { SignJWT } from 'jose';
import { Clock } from '../clock.js';
import { KeepSigningKeys, SIGNING_ALGORITHM } from './keep-signing-keys.js';

/** Lifetime of an id_token. */
export const ID_TOKEN_SECONDS = 120;

/** Sign-in that an id_token states: user, client and request. */
export interface SignedInUser {
  readonly userId: number;
  /** The client id. */
  readonly audience: string;
  /** Nonce of the authorization request. */
  readonly nonce: string | null;
  /** Time of the sign-in; null when the token was refreshed since. */
  readonly signedInAt: Date | null;
  /** Scheme, host and port of this server. */
  readonly issuer: string;
}

/** Signs id_tokens (OpenID Connect Core, 2). */
@Injectable()
export class SignIdToken {
  constructor(
    private readonly keepSigningKeys: KeepSigningKeys,
    private readonly clock: Clock,
  ) {}

  async execute({ userId, audience, nonce, signedInAt, issuer }: SignedInUser): Promise<string> {
    const { kid, privateKey } = await this.keepSigningKeys.current();
    const issuedAt = seconds(this.clock.now());
    const claims = {
      ...(nonce !== null && { nonce }),
      ...(signedInAt !== null && { auth_time: seconds(signedInAt) }),
    };
    return new SignJWT(claims)
      .setProtectedHeader({ alg: SIGNING_ALGORITHM, typ: 'JWT', kid })
      .setIssuer(issuer)
      .setSubject(String(userId))
      .setAudience(audience)
      .setIssuedAt(issuedAt)
      .setExpirationTime(issuedAt + ID_TOKEN_SECONDS)
      .sign(privateKey);
  }
}

function seconds(time: Date): number {
  return Math.floor(time.getTime() / 1_000);
}
