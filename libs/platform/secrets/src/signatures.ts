import { SignJWT, decodeProtectedHeader, errors, jwtVerify, type JWTPayload } from 'jose';
import { LRUCache } from 'lru-cache';
import { SIGNING_ALGORITHM, type SigningKey, type VerifyKey, type VerifyKeys } from './signing-keys.js';

/** Longest life of a signed statement. */
const LIFETIME_SECONDS = 60;
/** How far the clocks of two machines may be apart. */
const LEEWAY_SECONDS = 5;
/** A statement is handed out again while it has at least this much life left. */
const REUSE_SECONDS = 30;
const CACHE_ENTRIES = 2_000;

/** Signs statements of this process (Ed25519 JWTs of at most 60 s). Equal statements within half a minute share one signature. */
export class Signer {
  private readonly recent = new LRUCache<string, string>({
    max: CACHE_ENTRIES,
    ttl: (LIFETIME_SECONDS - REUSE_SECONDS) * 1000,
  });

  constructor(private signingKey: SigningKey) {}

  /** The id of the key that signs now. */
  get kid(): string {
    return this.signingKey.kid;
  }

  /** Signs with another key from now on. */
  use(signingKey: SigningKey): void {
    this.signingKey = signingKey;
  }

  /** @param audience the service that is to believe the statement */
  async sign(audience: string, claims: Record<string, unknown> = {}): Promise<string> {
    const { kid, service, key } = this.signingKey;
    const statement = `${kid} ${audience} ${JSON.stringify(claims)}`;
    const known = this.recent.get(statement);
    if (known) return known;
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

interface Believed {
  readonly statement: VerifiedStatement;
  /** The key set it was checked with: a statement is believed again only by that one. */
  readonly keys: VerifyKeys;
}

/** Checks statements signed by Hearth's processes. */
export class Verifier {
  /** Statements that were checked before; only their expiry is looked at again. */
  private readonly believed = new LRUCache<string, Believed>({ max: CACHE_ENTRIES });

  /** @param onUnknownKey asked when a statement names a key that is not known; may call `use` before it settles */
  constructor(
    private keys: VerifyKeys,
    private readonly onUnknownKey: () => Promise<void> = () => Promise.resolve(),
  ) {}

  /** Ids of the keys that are believed now. */
  get kids(): readonly string[] {
    return [...this.keys.keys()];
  }

  /** Believes other keys from now on; what was believed because of the old ones is checked again. */
  use(keys: VerifyKeys): void {
    this.keys = keys;
  }

  /**
   * @param audience the service that is asked to believe it
   * @throws SignatureError when it is not signed by a known key, is for somebody else, or has expired
   */
  async verify(token: string, audience: string): Promise<VerifiedStatement> {
    const known = this.believed.get(token);
    if (known && known.keys === this.keys && holdsFor(known.statement, audience)) return known.statement;
    try {
      return await this.check(token, audience);
    } catch (error) {
      if (error instanceof errors.JOSEError) throw new SignatureError(error.code);
      throw error;
    }
  }

  private async check(token: string, audience: string): Promise<VerifiedStatement> {
    const kid = keyIdOf(token);
    if (!this.keys.has(kid)) await this.onUnknownKey();
    const { keys } = this;
    const entry = keys.get(kid);
    if (!entry) throw new SignatureError('unknown key');
    const statement = await checkWith(entry, token, audience);
    this.believed.set(token, { statement, keys });
    return statement;
  }
}

function keyIdOf(token: string): string {
  try {
    return decodeProtectedHeader(token).kid ?? '';
  } catch {
    throw new SignatureError('malformed');
  }
}

function holdsFor({ claims }: VerifiedStatement, audience: string): boolean {
  return claims.aud === audience && (claims.exp ?? 0) * 1000 > Date.now();
}

async function checkWith({ service, key }: VerifyKey, token: string, audience: string): Promise<VerifiedStatement> {
  const { payload } = await jwtVerify(token, key, {
    algorithms: [SIGNING_ALGORITHM],
    audience,
    clockTolerance: LEEWAY_SECONDS,
    maxTokenAge: `${LIFETIME_SECONDS}s`,
    requiredClaims: ['exp', 'iss'],
  });
  if (payload.iss !== service) throw new SignatureError('issuer and key differ');
  return { issuer: service, claims: payload };
}
