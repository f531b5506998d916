import type { IncomingMessage } from 'node:http';
import { BasicStrategy } from 'passport-http';
import { Strategy } from 'passport-strategy';
import { type Authentication, type Credential } from '@hearth/contracts';
import { tokenHash } from '@hearth/secrets';

/** How identity is asked about a credential. */
export type Verify = (credential: Credential) => Promise<Authentication>;

const ACCESS_TOKENS = ['access_token', 'bearer_token'];
/** Of several the first one counts. */
const QUERY_PARAMETERS = [...ACCESS_TOKENS, 'private_token'];

/** A personal, impersonation or OAuth token, in the places where v4 clients put one. */
export class TokenStrategy extends Strategy {
  readonly name = 'token';

  constructor(private readonly verify: Verify) {
    super();
  }

  override authenticate(request: IncomingMessage): void {
    this.verify({ kind: 'token', tokenHash: tokenHash(findToken(request) ?? '') }).then(
      (authentication) =>
        authentication.outcome === 'accepted'
          ? this.success(authentication.principal)
          : this.fail(authentication.outcome, 401),
      (error: unknown) => this.error(error as Error),
    );
  }
}

/**
 * HTTP Basic as git sends it: user name and password, or any user name and a token. Why it opens nothing stays inside.
 * @param clientAddress what failures are counted by, together with the login
 */
export function basicStrategy(verify: Verify, clientAddress: string): BasicStrategy {
  return new BasicStrategy((login, password, done) => {
    verify({ kind: 'basic', login, password, passwordHash: tokenHash(password), clientAddress }).then(
      (authentication) => done(null, authentication.outcome === 'accepted' && authentication.principal),
      (error: unknown) => done(error),
    );
  });
}

/** Which strategy a request asks for; null when it brings no credential at all. Cookies are never looked at. */
export function credentialKind(request: IncomingMessage, git: boolean): 'token' | 'basic' | null {
  if (git) return /^basic /i.test(request.headers.authorization ?? '') ? 'basic' : null;
  return findToken(request) === undefined ? null : 'token';
}

/** Whether a request brings an access token twice, so that nobody can say whose it is. */
export function bringsTwoTokens(request: IncomingMessage): boolean {
  return bearerOf(request) !== undefined && inQuery(request, ACCESS_TOKENS) !== undefined;
}

function findToken(request: IncomingMessage): string | undefined {
  const header = request.headers['private-token'];
  const inHeader = typeof header === 'string' && header !== '' ? header : undefined;
  return bearerOf(request) ?? inQuery(request, QUERY_PARAMETERS) ?? inHeader;
}

function bearerOf({ headers }: IncomingMessage): string | undefined {
  return /^bearer +(.+)$/i.exec(headers.authorization ?? '')?.[1];
}

function inQuery({ url }: IncomingMessage, names: readonly string[]): string | undefined {
  const start = url!.indexOf('?');
  if (start < 0) return undefined;
  const parameters = new URLSearchParams(url!.slice(start + 1));
  return names.map((name) => parameters.get(name)).find(Boolean) ?? undefined;
}
