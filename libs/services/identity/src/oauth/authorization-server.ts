import type { IncomingMessage, ServerResponse } from 'node:http';
import { Injectable } from '@nestjs/common';
import { Redirect } from '@hearth/http';
import oauth2orize, { type OAuth2Server } from 'oauth2orize';
import { Clock } from '../clock.js';
import { hasToSignIn, type SignInRequest } from '../openid/sign-in-request.rules.js';
import { SettingsFacts } from '../settings/settings.facts.js';
import { areGrantable, requestedScopes } from '../applications/application.rules.js';
import type { Client } from '../applications/applications.store.js';
import { GrantAuthorization, type Consent } from './grant.js';
import { ACCESS_TOKEN_SECONDS } from './issue.js';
import { challengeFailure } from './pkce.rules.js';
import type { UnsupportedParameter } from './request-parameters.rules.js';

/** Authorization request with a valid client and redirect URI: all further errors are returned to the client. */
export interface AuthorizationRequest {
  readonly client: Client;
  readonly redirectUri: string;
  /** Undefined before the sign-in: consent is never asked without a signed-in user. */
  readonly user: SignedInUser | undefined;
  /** Scheme, host and port of this server (RFC 9207). */
  readonly issuer: string;
  readonly responseType: string | undefined;
  readonly scope: string | undefined;
  readonly state: string | undefined;
  readonly codeChallenge: string | undefined;
  readonly codeChallengeMethod: string | undefined;
  /** Nonce that the id_token repeats, which binds it to this request. */
  readonly nonce: string | undefined;
  /** Parameter that this server does not support; undefined: none. */
  readonly unsupported: UnsupportedParameter | undefined;
  /** Requirements for the user's sign-in and consent; undefined when the request's are invalid. */
  readonly signIn: SignInRequest | undefined;
  /** The user's answer; undefined before the consent page. */
  readonly decision: 'allow' | 'deny' | undefined;
}

/** Signed-in user of the browser, with the time of the sign-in. */
export interface SignedInUser {
  readonly userId: number;
  readonly signedInAt: Date;
}

/** Consent is required for these scopes. */
export interface ConsentNeeded {
  readonly scopes: readonly string[];
}

/** A sign-in is required, again or for the first time. */
export const SIGN_IN_NEEDED = Symbol('sign in');

/** State that oauth2orize keeps for a request. */
interface Transaction {
  redirectURI: string;
  readonly req: { readonly type: string; readonly state?: string };
  readonly locals: { readonly request: AuthorizationRequest; consent?: Consent };
}

type Parameters = Readonly<Record<string, string | number>>;
type Next = (error?: unknown) => void;
type Middleware = (request: IncomingMessage, response: ServerResponse, next: Next) => void;
type Settled<T> = (error: unknown, value?: T, parameters?: object) => void;
/** Response of the library's handlers, which its types omit. */
interface Response {
  redirect(location: string): void;
}

/**
 * Authorization endpoint on oauth2orize, which reads the request and builds the response. The library is made for Connect; here it gets a
 * synthetic request and a response that only collects the result, so that handlers return values as elsewhere.
 */
@Injectable()
export class AuthorizationServer {
  private readonly server: OAuth2Server;

  constructor(
    private readonly grantAuthorization: GrantAuthorization,
    private readonly settingsFacts: SettingsFacts,
    private readonly clock: Clock,
  ) {
    const store = { store: (_request: unknown, _transaction: unknown, done: Settled<string>) => done(null, '') };
    this.server = oauth2orize.createServer({ store: store as never });
    const issueCode = (...given: unknown[]) => this.issueCode(given);
    const issueToken = (...given: unknown[]) => this.issueToken(given);
    // The library chooses the arguments by the number of parameters (`length`).
    const code = Object.defineProperty(issueCode, 'length', { value: 7 });
    const token = Object.defineProperty(issueToken, 'length', { value: 6 });
    this.server.grant(oauth2orize.grant.code({ modes: { query: redirectTo('?') } } as never, code as never));
    this.server.grant(oauth2orize.grant.token({ modes: { fragment: redirectTo('#') } } as never, token as never));
  }

  /** @returns the redirect to the client with a code, a token or an error; or the step that the user has to take first */
  execute(request: AuthorizationRequest): Promise<Redirect | ConsentNeeded | typeof SIGN_IN_NEEDED> {
    const { client, redirectUri, responseType = '', scope, state } = request;
    const locals: Transaction['locals'] = { request };
    const query = { response_type: responseType, client_id: client.uid, redirect_uri: redirectUri, scope, state };
    // State that the library derives later; errors before that need it, too.
    const known: Transaction = {
      redirectURI: redirectUri,
      req: { type: responseType, ...(state !== undefined && { state }) },
      locals,
    };
    const asked = { query, body: {}, user: request.user?.userId, locals, oauth2: known } as unknown as IncomingMessage;
    return new Promise((resolve, reject) => {
      const response = { redirect: (location: string) => resolve(new Redirect(location)) } as unknown as ServerResponse;
      const sendError = this.server.errorHandler({
        mode: 'indirect',
        modes: { query: redirectTo('?'), fragment: redirectTo('#') },
      } as never) as unknown as (error: unknown, request: unknown, response: unknown, next: Next) => void;
      this.authorize()(asked, response, (error) => {
        if (isOAuthError(error)) return sendError(error, asked, response, reject);
        if (error) return reject(error as Error);
        resolve(locals.consent ? { scopes: locals.consent.scopes } : SIGN_IN_NEEDED);
      });
    });
  }

  private authorize(): Middleware {
    const validate = (
      request: { redirectURI: string },
      done: (error: unknown, client?: unknown, uri?: string) => void,
    ) => done(null, {}, request.redirectURI);
    const immediate = ({ locals }: Transaction, done: Settled<boolean>) => {
      this.decide(locals).then(
        (isAllowed) => done(null, isAllowed),
        (error: unknown) => done(error),
      );
    };
    return this.server.authorize(validate as never, immediate as never) as unknown as Middleware;
  }

  /**
   * @returns false when consent is required, or without `consent` a sign-in
   * @throws AuthorizationError
   */
  private async decide(locals: Transaction['locals']): Promise<boolean> {
    const { client, redirectUri, user, responseType, decision, signIn, unsupported, ...request } = locals.request;
    const isImplicit = responseType === 'token';
    if (unsupported) throw refused(unsupported.error, unsupported.description);
    if (isImplicit && !(await this.settingsFacts.current()).oauthImplicitGrantEnabled)
      throw refused('unsupported_response_type', 'The authorization server does not support this response type.');
    if (isImplicit && !client.implicitGrantEnabled)
      throw refused('unauthorized_client', 'The client is not authorized to request an access token by this method.');
    const scopes = requestedScopes(request.scope, client.scopes);
    if (!areGrantable(scopes, client.scopes))
      throw refused('invalid_scope', 'The requested scope is invalid, unknown, or malformed.');
    const pkce = { challenge: request.codeChallenge, method: request.codeChallengeMethod };
    const failure = isImplicit ? undefined : challengeFailure(pkce, client);
    if (failure !== undefined) throw refused('invalid_request', failure);
    if (decision === 'deny')
      throw refused('access_denied', 'The resource owner or authorization server denied the request.');
    if (!signIn) throw refused('invalid_request', 'The prompt or max_age is not valid.');
    if (!user || hasToSignIn(signIn, user.signedInAt, this.clock.now())) {
      if (signIn.isSilent)
        throw refused('login_required', 'The authorization server requires end-user authentication.');
      return false;
    }
    const { codeChallenge = null, nonce = null } = request;
    const isConfirmed = decision === 'allow';
    locals.consent = { client, ...user, redirectUri, isConfirmed, scopes, codeChallenge, nonce };
    return decision === 'allow' || this.isAllowed(locals.consent, signIn);
  }

  private async isAllowed(consent: Consent, { asksConsent, isSilent }: SignInRequest): Promise<boolean> {
    const isKnown = !asksConsent && (await this.grantAuthorization.isKnown(consent));
    if (!isKnown && isSilent) throw refused('consent_required', 'The authorization server requires end-user consent.');
    return isKnown;
  }

  private issueCode(given: unknown[]): void {
    const done = given.at(-1) as Settled<string>;
    const { consent } = given.at(-2) as Transaction['locals'];
    this.grantAuthorization.code(consent!).then(
      (code) => done(null, code),
      (error: unknown) => done(error),
    );
  }

  private issueToken(given: unknown[]): void {
    const done = given.at(-1) as Settled<string>;
    const { consent } = given.at(-2) as Transaction['locals'];
    this.grantAuthorization.token(consent!).then(
      ({ accessToken, scopes }) => {
        const expires = { token_type: 'bearer', expires_in: ACCESS_TOKEN_SECONDS };
        done(null, accessToken, { ...expires, scope: scopes.join(' ') });
      },
      (error: unknown) => done(error),
    );
  }
}

function refused(code: string, description: string): Error {
  return new oauth2orize.AuthorizationError(description, code);
}

function isOAuthError(error: unknown): boolean {
  return error instanceof oauth2orize.AuthorizationError;
}

/** Redirects the browser to the client. The registered URI stays unchanged; its query, if any, precedes the added parameters. */
function redirectTo(part: '?' | '#') {
  return ({ redirectURI, locals }: Transaction, response: Response, parameters: Parameters): void => {
    const answer = Object.entries({ ...parameters, iss: locals.request.issuer }).map(([name, value]) => [
      name,
      String(value),
    ]);
    const joint = part === '?' && redirectURI.includes('?') ? '&' : part;
    response.redirect(`${redirectURI}${joint}${new URLSearchParams(answer as [string, string][])}`);
  };
}
