import { hash, sign, type KeyObject } from 'node:crypto';
import { decodeProtectedHeader, errors, jwtVerify, type JWTPayload } from 'jose';
import { LRUCache } from 'lru-cache';
import { SIGNING_ALGORITHM, type SigningKey, type VerifyKey, type VerifyKeys } from './signing-keys.js';

/** Longest lifetime of a signed token by its type. That of `lfs` covers the transfers of one push or fetch, that of `bundle` the begin of a download. */
const LIFETIME_SECONDS = { call: 60, caller: 60, routes: 60, lfs: 30 * 60, bundle: 10 * 60 } as const;
/** Accepted difference between the clocks of two machines. */
const LEEWAY_SECONDS = 5;
/** Time for which a signed token is reused: at least half of its lifetime is left then. */
const REUSE_SECONDS = 30;
const CACHE_ENTRIES = 2_000;

/** The one request that a statement is signed for; verifiers reject it for any other. */
export interface Purpose {
  /**
   * `call`: the request of a process to an internal listener. `caller`: the sender of a user's request, as the gateway has identified them.
   * `routes`: the version of a service's routes, which belongs to the answer instead of the request. `lfs`: the credential of a client of git
   * LFS, for all requests below a path. `bundle`: the address of a bundle of a repository.
   */
  readonly type: keyof typeof LIFETIME_SECONDS;
  /** The service that the statement is for. */
  readonly audience: string;
  readonly method: string;
  /** Path of the request; a query is not part of the purpose. */
  readonly url: string;
}

/**
 * Signs claims of this process (Ed25519 JWTs, valid for 60 s at most, those of bundles for ten minutes, of git LFS for half an hour). Equal claims for the same purpose share one signature for half a
 * minute.
 */
export class Signer {
  private readonly recent = new LRUCache<string, string>({
    max: CACHE_ENTRIES,
    ttl: REUSE_SECONDS * 1000,
  });

  constructor(private signingKey: SigningKey) {}

  /** The id of the current signing key. */
  get kid(): string {
    return this.signingKey.kid;
  }

  /** The service that this process signs for. */
  get service(): string {
    return this.signingKey.service;
  }

  /** Replaces the signing key. */
  use(signingKey: SigningKey): void {
    this.signingKey = signingKey;
  }

  /** Signs claims for one request. */
  sign(purpose: Purpose, claims: Record<string, unknown> = {}): string {
    const { kid, service, key } = this.signingKey;
    const { type, audience } = purpose;
    const request = requestOf(purpose);
    const statement = `${kid} ${type} ${audience} ${request} ${JSON.stringify(claims)}`;
    const known = this.recent.get(statement);
    if (known) return known;
    const header = { alg: SIGNING_ALGORITHM, typ: typeOf(purpose), kid };
    const iat = Math.floor(Date.now() / 1000);
    const payload = { ...claims, request, iss: service, aud: audience, iat, exp: iat + LIFETIME_SECONDS[type] };
    const token = signedJwt(header, payload, key);
    this.recent.set(statement, token);
    return token;
  }
}

/** Signs in this thread: Ed25519 takes less time than handing the work to another one, as jose does. */
function signedJwt(header: object, payload: object, key: KeyObject): string {
  const unsigned = [header, payload].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
  return `${unsigned}.${sign(null, Buffer.from(unsigned), key).toString('base64url')}`;
}

/** A verified token: its issuer and its claims. */
export interface VerifiedStatement {
  readonly issuer: string;
  readonly claims: JWTPayload;
}

/** The reason why a token is not accepted. Contains no part of the token. */
export class SignatureError extends Error {
  constructor(reason: string) {
    super(`Signature refused: ${reason}`);
    this.name = 'SignatureError';
  }
}

interface Believed {
  readonly statement: VerifiedStatement;
  readonly type: Purpose['type'];
  /** The key set it was verified with: the cached result is valid only for this one. */
  readonly keys: VerifyKeys;
}

/** Verifies tokens signed by Hearth's processes. */
export class Verifier {
  /** Tokens that were verified before; only their expiry is checked again. */
  private readonly believed = new LRUCache<string, Believed>({ max: CACHE_ENTRIES });

  /** @param onUnknownKey called when a token names an unknown key; may call `use` before it settles */
  constructor(
    private keys: VerifyKeys,
    private readonly onUnknownKey: () => Promise<void> = () => Promise.resolve(),
  ) {}

  /** Ids of the accepted keys. */
  get kids(): readonly string[] {
    return [...this.keys.keys()];
  }

  /** Replaces the accepted keys; cached results of the old ones no longer count. */
  use(keys: VerifyKeys): void {
    this.keys = keys;
  }

  /**
   * Verifies a token.
   * @param purpose the request that it came with
   * @throws SignatureError when it is not signed with a known key, is for another purpose, or has expired
   */
  async verify(token: string, purpose: Purpose): Promise<VerifiedStatement> {
    const known = this.believed.get(token);
    if (known && known.keys === this.keys && holdsFor(known, purpose)) return known.statement;
    try {
      return await this.check(token, purpose);
    } catch (error) {
      if (error instanceof errors.JOSEError) throw new SignatureError(error.code);
      throw error;
    }
  }

  private async check(token: string, purpose: Purpose): Promise<VerifiedStatement> {
    const kid = keyIdOf(token);
    if (!this.keys.has(kid)) await this.onUnknownKey();
    const { keys } = this;
    const entry = keys.get(kid);
    if (!entry) throw new SignatureError('unknown key');
    const statement = await checkWith(entry, token, purpose);
    this.believed.set(token, { statement, type: purpose.type, keys });
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

function holdsFor({ statement: { claims }, type }: Believed, purpose: Purpose): boolean {
  return (
    type === purpose.type &&
    claims.aud === purpose.audience &&
    claims['request'] === requestOf(purpose) &&
    (claims.exp ?? 0) * 1000 > Date.now()
  );
}

async function checkWith({ service, key }: VerifyKey, token: string, purpose: Purpose): Promise<VerifiedStatement> {
  const { payload } = await jwtVerify(token, key, {
    algorithms: [SIGNING_ALGORITHM],
    typ: typeOf(purpose),
    audience: purpose.audience,
    clockTolerance: LEEWAY_SECONDS,
    maxTokenAge: `${LIFETIME_SECONDS[purpose.type]}s`,
    requiredClaims: ['exp', 'iss'],
  });
  if (payload.iss !== service) throw new SignatureError('issuer and key differ');
  if (payload['request'] !== requestOf(purpose)) throw new SignatureError('signed for another request');
  return { issuer: service, claims: payload };
}

function typeOf({ type }: Purpose): string {
  return `hearth-${type}+jwt`;
}

/** Identifies the method and path of a request by a digest: a header that repeats a long path would be longer than servers accept. */
function requestOf({ method, url }: Purpose): string {
  return hash('sha256', `${method} ${url.split('?', 1)[0]!}`, 'base64url');
}
