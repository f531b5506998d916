import type { IncomingMessage } from 'node:http';
import { Strategy } from 'passport-strategy';
import { type Authentication, type Credential } from '@hearth/identity-contracts';
import { tokenHash } from '@hearth/secrets';

/** Result of the check of a credential by identity. */
export type JudgedCredential = Exclude<Authentication, { outcome: 'limited' }>;

/** Asks identity about a credential. */
export type Verify = (credential: Credential) => Promise<JudgedCredential>;

const ACCESS_TOKENS = ['access_token', 'bearer_token'];
/** The first one counts. */
const QUERY_PARAMETERS = [...ACCESS_TOKENS, 'private_token'];

/** Asks identity about the credential of a request. */
abstract class CredentialStrategy extends Strategy {
  constructor(private readonly verify: Verify) {
    super();
  }

  /** Returns the credential; undefined when no credential has this form. */
  protected abstract credentialOf(request: IncomingMessage): Credential | undefined;

  override authenticate(request: IncomingMessage): void {
    const credential = this.credentialOf(request);
    if (!credential) return this.fail('unknown', 401);
    this.verify(credential).then(
      (authentication) =>
        authentication.outcome === 'accepted'
          ? this.success(authentication.principal)
          : this.fail(authentication.outcome, 401),
      (error: unknown) => this.error(error as Error),
    );
  }
}

/** A personal, impersonation or OAuth token, in the places where v4 clients put one. */
export class TokenStrategy extends CredentialStrategy {
  readonly name = 'token';

  protected override credentialOf(request: IncomingMessage): Credential {
    return { kind: 'token', tokenHash: tokenHash(findToken(request) ?? '') };
  }
}

/** HTTP Basic (RFC 7617) as git sends it: user name and password, or any user name and a token. */
export class BasicStrategy extends CredentialStrategy {
  readonly name = 'basic';

  /** @param clientAddress by which, together with the login, failures are counted */
  constructor(
    verify: Verify,
    private readonly clientAddress: string,
  ) {
    super(verify);
  }

  protected override credentialOf({ headers }: IncomingMessage): Credential | undefined {
    const encoded = /^basic +([^ ]+)/i.exec(headers.authorization ?? '')?.[1] ?? '';
    // A password may have colons, a login may not.
    const [, login, password] = /^([^:]+):(.+)$/s.exec(Buffer.from(encoded, 'base64').toString()) ?? [];
    if (login === undefined || password === undefined) return undefined;
    const { clientAddress } = this;
    return { kind: 'basic', login, password, passwordHash: tokenHash(password), clientAddress };
  }
}

/** The token of a job, on routes that accept one. */
export class JobTokenStrategy extends CredentialStrategy {
  readonly name = 'job-token';

  protected override credentialOf(request: IncomingMessage): Credential {
    return { kind: 'token', tokenHash: tokenHash(findJobToken(request) ?? '') };
  }
}

/** Properties of a route that decide which credentials it accepts. */
export interface AcceptedCredentials {
  /** git's, which are Basic. */
  readonly git: boolean;
  /** Also the token of a running job. */
  readonly jobTokens: boolean;
}

/** Selects the strategy for a request; null without any credential. A user's token precedes that of a job. Cookies are ignored. */
export function credentialKind(
  request: IncomingMessage,
  { git, jobTokens }: AcceptedCredentials,
): 'token' | 'job-token' | 'basic' | null {
  if (git) return /^basic /i.test(request.headers.authorization ?? '') ? 'basic' : null;
  if (findToken(request) !== undefined) return 'token';
  return jobTokens && findJobToken(request) !== undefined ? 'job-token' : null;
}

/** Returns true when a request has two access tokens, which is ambiguous. */
export function hasTwoTokens(request: IncomingMessage): boolean {
  return bearerOf(request) !== undefined && inQuery(request, ACCESS_TOKENS) !== undefined;
}

function findToken(request: IncomingMessage): string | undefined {
  const header = request.headers['private-token'];
  const inHeader = typeof header === 'string' && header !== '' ? header : undefined;
  return bearerOf(request) ?? inQuery(request, QUERY_PARAMETERS) ?? inHeader;
}

function findJobToken(request: IncomingMessage): string | undefined {
  const header = request.headers['job-token'];
  return (typeof header === 'string' && header) || inQuery(request, ['job_token']);
}

function bearerOf({ headers }: IncomingMessage): string | undefined {
  return /^bearer +([^ ].*)$/i.exec(headers.authorization ?? '')?.[1];
}

function inQuery({ url }: IncomingMessage, names: readonly string[]): string | undefined {
  const start = url!.indexOf('?');
  if (start < 0) return undefined;
  const parameters = new URLSearchParams(url!.slice(start + 1));
  return names.map((name) => parameters.get(name)).find(Boolean) ?? undefined;
}
