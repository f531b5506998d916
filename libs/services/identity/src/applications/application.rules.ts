import { lengthFailures } from '@hearth/http';

/** Scopes of applications. `sudo` is not among them: applications cannot impersonate users on behalf of an admin. */
export const OAUTH_SCOPES = [
  'api',
  'read_api',
  'read_user',
  'read_repository',
  'write_repository',
  'openid',
  'profile',
  'email',
] as const;
export type OAuthScope = (typeof OAUTH_SCOPES)[number];

/** Explanation of each scope for the user whose consent is asked. */
export const SCOPE_TEXTS: Readonly<Record<OAuthScope, string>> = {
  api: 'Do everything that you can do: read and change projects, groups and your account',
  read_api: 'Read everything in the API that you can read, and change nothing',
  read_user: 'Read your profile, e-mail address included, and those of other users',
  read_repository: 'Fetch from repositories that you can read',
  write_repository: 'Fetch from repositories and push to them',
  openid: 'Know who you are: your name, username and picture',
  profile: 'Read your public profile',
  email: 'Read your e-mail address',
};

/** Parameters of an application, as registered or changed by its owner. */
export interface WantedApplication {
  readonly name: string;
  readonly redirectUris: readonly string[];
  /** Unchecked; `applicationFailures` refuses unknown ones. */
  readonly scopes: readonly string[];
  /** Can keep a secret: a program on a server, not on its users' machines. */
  readonly confidential: boolean;
  /** May ask for `response_type=token`, where the instance allows it. */
  readonly implicitGrantEnabled: boolean;
  /** May exchange a password for a token, where the instance allows it. */
  readonly passwordGrantEnabled: boolean;
}

/** Failures by field, in the words of the v4 API. */
export type ApplicationFailures = Partial<Record<'name' | 'redirect_uri' | 'scopes', readonly string[]>>;

const NAME = { max: 255 };
const MOST_URIS = 20;
const LONGEST_URI = 2_000;
/** Schemes that a browser would execute or read from the user's machine. */
const FORBIDDEN = /^(?:javascript|data|vbscript|blob|file|about|view-source|filesystem):$/;
/** RFC 8252: a program on the user's machine gets its port when it starts. */
const LOOPBACK = /^(?:127\.0\.0\.1|\[::1\]|localhost)$/;
/** A host name or address. Characters such as `;`, `,`, `*` and quotes have a meaning in the content security policy of the consent page. */
const HOST = /^(?:[\w.-]+|\[[\da-f:.]+\])$/;

export function applicationFailures({ name, redirectUris, scopes }: WantedApplication): ApplicationFailures {
  const failures: ApplicationFailures = {};
  const wrongName = name.trim() === '' ? ["can't be blank"] : lengthFailures(name, NAME);
  if (wrongName.length > 0) failures.name = wrongName;
  const wrongUris = [...new Set(redirectUris.flatMap(redirectUriFailures))];
  if (redirectUris.length === 0) failures.redirect_uri = ["can't be blank"];
  else if (redirectUris.length > MOST_URIS) failures.redirect_uri = [`are too many (maximum is ${MOST_URIS})`];
  else if (wrongUris.length > 0) failures.redirect_uri = wrongUris;
  if (scopes.length === 0) failures.scopes = ["can't be blank"];
  else if (!scopes.every(isOAuthScope)) failures.scopes = ['can only contain available scopes'];
  return failures;
}

function redirectUriFailures(uri: string): string[] {
  if (uri.includes('#')) return ['cannot contain a fragment.'];
  if (!/^[!-~]+$/.test(uri) || uri.length > LONGEST_URI) return ['must be a valid URI.'];
  if (!URL.canParse(uri)) return ['must be an absolute URI.'];
  const { protocol, username, password, hostname } = new URL(uri);
  if (FORBIDDEN.test(protocol) || username !== '' || password !== '') return ['must be a valid URI.'];
  if (/^https?:$/.test(protocol) && !HOST.test(hostname)) return ['must be a valid URI.'];
  return [];
}

/**
 * Returns whether a redirect URI is registered: the same text, except for the port of a public client's loopback address. A registered URI
 * that is invalid by today's rules does not count.
 */
export function isRegisteredUri(
  uri: string,
  { redirectUris, confidential }: Pick<WantedApplication, 'redirectUris' | 'confidential'>,
): boolean {
  if (redirectUriFailures(uri).length > 0) return false;
  if (redirectUris.includes(uri)) return true;
  const wanted = confidential ? undefined : withoutLoopbackPort(uri);
  return wanted !== undefined && redirectUris.some((each) => withoutLoopbackPort(each) === wanted);
}

/** @returns undefined unless the URI is a loopback address */
function withoutLoopbackPort(uri: string): string | undefined {
  const url = new URL(uri);
  if (url.protocol !== 'http:' || !LOOPBACK.test(url.hostname)) return undefined;
  url.port = '';
  return url.href;
}

/** Returns the requested scopes (blank-separated). The default is `api`, or all scopes of an application without `api`. */
export function requestedScopes(asked: string | undefined, allowed: readonly string[]): string[] {
  const given = [...new Set((asked ?? '').split(' ').filter(Boolean))];
  if (given.length > 0) return given;
  return allowed.includes('api') ? ['api'] : [...allowed];
}

export function isOAuthScope(scope: string): scope is OAuthScope {
  return (OAUTH_SCOPES as readonly string[]).includes(scope);
}

/** Returns whether every scope exists and is in `allowed`. */
export function areGrantable(scopes: readonly string[], allowed: readonly string[]): boolean {
  return scopes.every((scope) => isOAuthScope(scope) && allowed.includes(scope));
}
