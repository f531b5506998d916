import { Controller } from '@nestjs/common';
import { Call, Endpoint, Html, Redirect, returns, type CallOf, type EndpointCall } from '@hearth/http';
import { PageRenderer } from '../pages/page-renderer.js';
import { SCOPE_TEXTS, type OAuthScope } from '../applications/application.rules.js';
import { ApplicationFacts, type Client } from '../applications/application.facts.js';
import { afterSignIn, signInRequest } from '../openid/sign-in-request.rules.js';
import { SessionFacts } from '../sessions/session.facts.js';
import { AuthorizationServer, SIGN_IN_NEEDED, type SignedInUser } from './authorization-server.js';
import { unsupportedParameter } from './request-parameters.rules.js';
import { AuthorizeParams, DecideParams } from './oauth.params.js';

type Decision = 'allow' | 'deny' | undefined;

/** Pages that ask the current user for consent to an application. */
@Controller()
export class AuthorizeController {
  constructor(
    private readonly applicationFacts: ApplicationFacts,
    private readonly authorizationServer: AuthorizationServer,
    private readonly sessionFacts: SessionFacts,
    private readonly pages: PageRenderer,
  ) {}

  @Endpoint.get('/oauth/authorize', {
    summary: 'Ask for consent',
    anonymous: 'allowed',
    params: AuthorizeParams,
    returns: returns.html,
  })
  ask(@Call() call: CallOf<typeof AuthorizeParams>) {
    return this.authorize(call, undefined);
  }

  @Endpoint.post('/oauth/authorize', {
    summary: 'Allow or deny',
    keepsForm: false,
    params: DecideParams,
    returns: returns.html,
  })
  decide(@Call() call: CallOf<typeof DecideParams>) {
    return this.authorize(call, call.params.decision);
  }

  /**
   * Answers an authorization request. An unknown client or redirect URI gets an error page: a redirect could lead to an attacker. Browsers
   * that are not signed in are redirected to the client only for `prompt=none`, to a redirect URI that a user has confirmed: otherwise links
   * to Hearth would be open redirects (RFC 9700, 4.11.2).
   */
  private async authorize(call: CallOf<typeof AuthorizeParams>, decision: Decision): Promise<Html | Redirect> {
    const { params, caller } = call;
    const [user, signIn] = [
      await this.signedInUser(call),
      signInRequest({ prompt: params.prompt, maxAge: params.max_age }),
    ];
    if (!user && !signIn?.isSilent) return toSignIn(params, {});
    const redirectUri = params.redirect_uri;
    const client = await this.applicationFacts.client(params.client_id, redirectUri);
    if (!client || redirectUri === undefined) return this.unknownClient(call);
    if (!user && !client.confirmedUris.includes(redirectUri)) return toSignIn({ ...params, prompt: undefined }, {});
    const answer = await this.authorizationServer.execute({
      client,
      redirectUri,
      user,
      issuer: caller.baseUrl,
      responseType: params.response_type,
      scope: params.scope,
      state: params.state,
      codeChallenge: params.code_challenge,
      codeChallengeMethod: params.code_challenge_method,
      nonce: params.nonce,
      signIn,
      unsupported: unsupportedParameter({
        responseType: params.response_type,
        responseMode: params.response_mode,
        request: params.request,
        requestUri: params.request_uri,
      }),
      decision,
    });
    if (answer === SIGN_IN_NEEDED) return toSignIn(params, { prompt: 'login' });
    return answer instanceof Redirect ? answer : this.consent(call, client, redirectUri, answer.scopes);
  }

  private async signedInUser({ caller, session }: EndpointCall<unknown>): Promise<SignedInUser | undefined> {
    if (!caller.principal) return undefined;
    const { userId } = caller.principal;
    const signedInAt = await this.sessionFacts.signedInAt(userId, session.id);
    return signedInAt && { userId, signedInAt };
  }

  private consent(
    call: CallOf<typeof AuthorizeParams>,
    client: Client,
    redirectUri: string,
    scopes: readonly string[],
  ): Html {
    const data = {
      title: `Authorize ${client.name}`,
      name: client.name,
      confidential: client.confidential,
      returnsTo: targetOf(redirectUri),
      scopes: scopes.map((scope) => ({ scope, text: SCOPE_TEXTS[scope as OAuthScope] })),
      fields: fieldsOf(call.params),
    };
    return this.pages.page(call, 'consent', data, { formTargets: [formTarget(redirectUri)] });
  }

  private unknownClient(call: CallOf<typeof AuthorizeParams>): Html {
    return this.pages.page(call, 'unknown-client', { title: 'Unknown application' }, { status: 400 });
  }
}

/** Redirects to the sign-in, which returns to the request. */
function toSignIn(params: CallOf<typeof AuthorizeParams>['params'], again: { readonly prompt?: 'login' }): Redirect {
  const { prompt, maxAge } = afterSignIn({ prompt: params.prompt, maxAge: params.max_age });
  const back = `/oauth/authorize?${new URLSearchParams(fieldsOf({ ...params, prompt, max_age: maxAge }))}`;
  return new Redirect(`/users/sign_in?${new URLSearchParams({ ...again, return_to: back })}`);
}

/** Returns names and values of a request, without the user's decision. */
function fieldsOf(params: CallOf<typeof AuthorizeParams>['params']): [string, string][] {
  const { decision: _, ...asked } = params as Partial<CallOf<typeof DecideParams>['params']>;
  return Object.entries(asked).filter((field): field is [string, string] => field[1] !== undefined);
}

/** Returns the host of a redirect URI, or its scheme without one, for the consent page. */
function targetOf(redirectUri: string): string {
  const { protocol, host } = new URL(redirectUri);
  return host === '' ? protocol : host;
}

/** Returns the `form-action` source for a redirect URI: browsers apply it to redirects after a form, too. It cannot name IPv6 addresses. */
function formTarget(redirectUri: string): string {
  const { protocol, host } = new URL(redirectUri);
  return /^https?:$/.test(protocol) && !host.startsWith('[') ? `${protocol}//${host}` : protocol;
}
