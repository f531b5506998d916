import { Controller } from '@nestjs/common';
import { Call, Endpoint, returns, type CallOf, type EndpointCall } from '@hearth/http';
import { z } from 'zod';
import type { Client } from '../applications/application.facts.js';
import { Clock } from '../clock.js';
import { SignIdToken } from '../openid/sign-id-token.js';
import {
  OAuthClientInvalid,
  OAuthClientUnauthorized,
  OAuthGrantInvalid,
  OAuthGrantTypeUnsupported,
  OAuthPasswordRefused,
  OAuthRequestInvalid,
  OAuthScopeInvalid,
  OAuthSignInLimited,
  OAuthTokenInvalid,
} from '../refusals.js';
import { SettingsFacts } from '../settings/settings.facts.js';
import { AuthenticateCredential } from '../sign-in/authenticate.js';
import { AuthenticateClient, type ClientCredentials } from './authenticate-client.js';
import { ExchangeCode } from './exchange-code.js';
import type { IssuedOAuthToken } from './issue.js';
import { AboutTokenParams, TokenInfoParams, TokenParams } from './oauth.params.js';
import { OAuthTokenFacts, bearerTokenOf } from './oauth-token.facts.js';
import { hasSecretInQuery } from './query-secrets.rules.js';
import {
  IntrospectionView,
  OAuthTokenView,
  TokenInfoView,
  presentIntrospection,
  presentOAuthToken,
  presentTokenInfo,
} from './oauth-token.view.js';
import { GrantToPassword } from './password-grant.js';
import { RefreshToken } from './refresh.js';
import { RevokeOAuthToken } from './revoke.js';

const CLIENT_REFUSALS = [OAuthClientInvalid, OAuthRequestInvalid] as const;
type TokenCall = CallOf<typeof TokenParams>;
type IssuedToken = IssuedOAuthToken & { readonly nonce?: string | null; readonly signedInAt?: Date | null };
/** Tokens issued by a grant, with their client and user. */
interface Granted {
  readonly client: Client | undefined;
  readonly issued: IssuedToken | undefined;
}

/** Endpoints of OAuth 2.0 to issue, describe, revoke and introspect tokens. */
@Controller()
export class OAuthTokensController {
  constructor(
    private readonly authenticateClient: AuthenticateClient,
    private readonly exchangeCode: ExchangeCode,
    private readonly refreshToken: RefreshToken,
    private readonly grantToPassword: GrantToPassword,
    private readonly revokeOAuthToken: RevokeOAuthToken,
    private readonly tokenFacts: OAuthTokenFacts,
    private readonly authenticateCredential: AuthenticateCredential,
    private readonly settingsFacts: SettingsFacts,
    private readonly clock: Clock,
    private readonly signIdToken: SignIdToken,
  ) {}

  @Endpoint.post('/oauth/token', {
    summary: 'Exchange a code, a refresh token or a password for tokens',
    at: 'root',
    credentials: 'own',
    anonymous: 'allowed',
    status: 200,
    params: TokenParams,
    returns: returns.json(OAuthTokenView),
    refuses: [
      ...CLIENT_REFUSALS,
      OAuthGrantInvalid,
      OAuthScopeInvalid,
      OAuthGrantTypeUnsupported,
      OAuthClientUnauthorized,
      OAuthPasswordRefused,
      OAuthSignInLimited,
    ],
  })
  async issue(@Call() call: TokenCall) {
    requireSecretsInBody(call);
    const granted = await this.grant(call);
    if (!granted?.issued) throw OAuthGrantInvalid();
    return presentOAuthToken(granted.issued, await this.idToken(granted.issued, granted.client, call.caller.baseUrl));
  }

  @Endpoint.get('/oauth/token/info', {
    summary: 'Read what a token is for',
    at: 'root',
    credentials: 'own',
    anonymous: 'allowed',
    params: TokenInfoParams,
    returns: returns.json(TokenInfoView),
    refuses: [OAuthTokenInvalid],
  })
  async info(@Call() { params, authorization }: CallOf<typeof TokenInfoParams>) {
    const token = await this.tokenFacts.live(bearerTokenOf(authorization) ?? params.access_token);
    if (!token) throw OAuthTokenInvalid();
    return presentTokenInfo(token, this.clock.now());
  }

  @Endpoint.post('/oauth/revoke', {
    summary: 'Revoke a token',
    at: 'root',
    credentials: 'own',
    anonymous: 'allowed',
    status: 200,
    params: AboutTokenParams,
    returns: returns.json(z.strictObject({})),
    refuses: [...CLIENT_REFUSALS],
  })
  async revoke(@Call() call: CallOf<typeof AboutTokenParams>) {
    requireSecretsInBody(call);
    const client = await this.authenticateClient.optional(credentialsOf(call));
    if (call.params.token !== undefined) await this.revokeOAuthToken.execute(client, call.params.token);
    return {};
  }

  @Endpoint.post('/oauth/introspect', {
    summary: 'Ask whether a token of the client is active',
    at: 'root',
    credentials: 'own',
    anonymous: 'allowed',
    status: 200,
    params: AboutTokenParams,
    returns: returns.json(IntrospectionView),
    refuses: [...CLIENT_REFUSALS],
  })
  async introspect(@Call() call: CallOf<typeof AboutTokenParams>) {
    requireSecretsInBody(call);
    const client = await this.authenticateClient.execute(credentialsOf(call));
    if (call.params.token === undefined) throw OAuthRequestInvalid();
    return presentIntrospection(await this.tokenFacts.ofClient(client, call.params.token));
  }

  private async grant(call: TokenCall): Promise<Granted | undefined> {
    const { params } = call;
    switch (params.grant_type) {
      case undefined:
        throw OAuthRequestInvalid();
      case 'authorization_code': {
        const { code, redirect_uri: redirectUri, code_verifier: verifier } = params;
        if (code === undefined || redirectUri === undefined) throw OAuthRequestInvalid();
        const client = await this.authenticateClient.execute(credentialsOf(call));
        return { client, issued: await this.exchangeCode.execute(client, { code, redirectUri, verifier }) };
      }
      case 'refresh_token': {
        if (params.refresh_token === undefined) throw OAuthRequestInvalid();
        const client = await this.authenticateClient.execute(credentialsOf(call));
        return { client, issued: await this.refreshToken.execute(client, params.refresh_token, params.scope) };
      }
      case 'password':
        return this.byPassword(call);
      default:
        throw OAuthGrantTypeUnsupported();
    }
  }

  private async byPassword(call: TokenCall): Promise<Granted | undefined> {
    if (!(await this.settingsFacts.current()).oauthPasswordGrantEnabled) throw OAuthGrantTypeUnsupported();
    const { username: login, password, scope } = call.params;
    if (login === undefined || password === undefined) throw OAuthRequestInvalid();
    const client = await this.authenticateClient.optional(credentialsOf(call));
    if (client && !client.passwordGrantEnabled) throw OAuthClientUnauthorized();
    const { clientAddress } = call.caller;
    const judged = await this.authenticateCredential.password({ login, password, clientAddress });
    if (judged.outcome === 'limited') throw OAuthSignInLimited();
    if (judged.outcome === 'second-factor') throw OAuthPasswordRefused();
    if (judged.outcome !== 'accepted' || !('principal' in judged)) return undefined;
    const issued = await this.grantToPassword.execute(client, judged, scope);
    return issued && { client, issued };
  }

  /** Signs the id_token when the scope `openid` was granted. It needs a client as its audience. */
  private async idToken(issued: IssuedToken, client: Client | undefined, issuer: string): Promise<string | undefined> {
    if (!client || !issued.scopes.includes('openid')) return undefined;
    const { userId, nonce = null, signedInAt = null } = issued;
    return this.signIdToken.execute({ userId, audience: client.uid, nonce, signedInAt, issuer });
  }
}

/** @throws OAuthRequestInvalid for a secret in the query */
function requireSecretsInBody({ target }: EndpointCall<unknown>): void {
  if (hasSecretInQuery(target)) throw OAuthRequestInvalid();
}

function credentialsOf({
  authorization,
  params: { client_id: clientId, client_secret: clientSecret },
}: CallOf<typeof TokenParams> | CallOf<typeof AboutTokenParams>): ClientCredentials {
  return { authorization, clientId, clientSecret };
}
