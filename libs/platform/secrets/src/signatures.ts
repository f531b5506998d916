import { SignJWT, errors, jwtVerify, type JWTPayload } from 'jose';
import { LRUCache } from 'lru-cache';
import { SIGNING_ALGORITHM, type SigningKey, type VerifyKeys } from './signing-keys.js';

/** Longest life of a signed statement. */
const LIFETIME_SECONDS = 60;
/** A statement is handed out again while it has at least this much life left. */
const REUSE_SECONDS = 30;
const CACHE_ENTRIES = 2_000;

/** Signs statements of this process (Ed25519 JWTs of at most 60 s). Equal statements within half a minute share one signature. */
export class Signer {
  private readonly recent = new LRUCache<string, string>({
    max: CACHE_ENTRIES,
    ttl: (LIFETIME_SECONDS - REUSE_SECONDS) * 1000,
  });

  constructor(private readonly signingKey: SigningKey) {}

  /** @param audience the service that is to believe the statement */
  async sign(audience: string, claims: Record<string, unknown> = {}): Promise<string> {
    const statement = `${audience} ${JSON.stringify(claims)}`;
    const known = this.recent.get(statement);
    if (known) return known;
    const { kid, service, key } = this.signingKey;
    const token = await new SignJWT(claims)
      .setProtectedHeader({ alg: SIGNING_ALGORITHM, kid })
      .setIssuer(service)
      .setAudience(audience)
      .setIssuedAt()
      .setExpirationTime(`${LIFETIME_SECONDS}s`)
      .sign(key);
    this.recent.set(statement, token);
    return token;
  }
}

/** A signed statement that holds: who made it, and what it says. */
export interface VerifiedStatement {
  readonly issuer: string;
  readonly claims: JWTPayload;
}

/** Why a signed statement is not believed. Carries no part of the statement. */
export class SignatureError extends Error {
  constructor(reason: string) {
    super(`Signature refused: ${reason}`);
    this.name = 'SignatureError';
  }
}

/** Checks statements signed by Hearth's processes. */
export class Verifier {
  /** Statements that were checked before; only their expiry is looked at again. */
  private readonly believed = new LRUCache<string, VerifiedStatement>({ max: CACHE_ENTRIES });

  constructor(private readonly keys: VerifyKeys) {}

  /**
   * @param audience the service that is asked to believe it
   * @throws SignatureError when it is not signed by a known key, is for somebody else, or has expired
   */
  async verify(token: string, audience: string): Promise<VerifiedStatement> {
    const known = this.believed.get(token);
    if (known && known.claims.aud === audience && (known.claims.exp ?? 0) * 1000 > Date.now()) return known;
    const statement = await this.check(token, audience);
    this.believed.set(token, statement);
    return statement;
  }

  private async check(token: string, audience: string): Promise<VerifiedStatement> {
    try {
      let service = '';
      const { payload } = await jwtVerify(
        token,
        ({ kid }) => {
          const entry = this.keys.get(kid ?? '');
          if (!entry) throw new SignatureError('unknown key');
          service = entry.service;
          return entry.key;
        },
        {
          algorithms: [SIGNING_ALGORITHM],
          audience,
          maxTokenAge: `${LIFETIME_SECONDS}s`,
          requiredClaims: ['exp', 'iss'],
        },
      );
      if (payload.iss !== service) throw new SignatureError('issuer and key differ');
      return { issuer: service, claims: payload };
    } catch (error) {
      if (error instanceof errors.JOSEError) throw new SignatureError(error.code);
      throw error;
    }
  }
}
