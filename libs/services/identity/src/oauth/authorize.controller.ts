import { Controller } from '@nestjs/common';
import { Call, Endpoint, Html, Redirect, returns, type CallOf } from '@hearth/http';
import { PageRenderer } from '../pages/page-renderer.js';
import { SCOPE_TEXTS, type OAuthScope } from '../applications/application.rules.js';
import { ApplicationFacts, type Client } from '../applications/application.facts.js';
import { AuthorizationServer } from './authorization-server.js';
import { AuthorizeParams, DecideParams } from './oauth.params.js';

type Decision = 'allow' | 'deny' | undefined;

/** Asks users whether an application may act for them. */
@Controller()
export class AuthorizeController {
  constructor(
    private readonly applicationFacts: ApplicationFacts,
    private readonly authorizationServer: AuthorizationServer,
    private readonly pages: PageRenderer,
  ) {}

  @Endpoint.get('/oauth/authorize', {
    summary: 'Ask for consent',
    params: AuthorizeParams,
    returns: returns.html,
  })
  ask(@Call() call: CallOf<typeof AuthorizeParams>) {
    return this.authorize(call, undefined);
  }

  @Endpoint.post('/oauth/authorize', {
    summary: 'Allow or deny',
    params: DecideParams,
    returns: returns.html,
  })
  decide(@Call() call: CallOf<typeof DecideParams>) {
    return this.authorize(call, call.params.decision);
  }

  /** An unknown client or redirect URI is told the user only: a redirect would lead to whoever made the address up. */
  private async authorize(call: CallOf<typeof AuthorizeParams>, decision: Decision): Promise<Html | Redirect> {
    const { params, caller, user } = call;
    const redirectUri = params.redirect_uri;
    const client = await this.applicationFacts.client(params.client_id, redirectUri);
    if (!client || redirectUri === undefined) return this.unknownClient(call);
    const answer = await this.authorizationServer.execute({
      client,
      redirectUri,
      userId: user.userId,
      issuer: caller.baseUrl,
      responseType: params.response_type,
      scope: params.scope,
      state: params.state,
      codeChallenge: params.code_challenge,
      codeChallengeMethod: params.code_challenge_method,
      nonce: params.nonce,
      prompt: params.prompt,
      decision,
    });
    return answer instanceof Redirect ? answer : this.consent(call, client, redirectUri, answer.scopes);
  }

  private consent(
    call: CallOf<typeof AuthorizeParams>,
    client: Client,
    redirectUri: string,
    scopes: readonly string[],
  ): Html {
    const { decision: _, ...params } = call.params as Partial<CallOf<typeof DecideParams>['params']>;
    const fields = Object.entries(params).filter(([, value]) => value !== undefined) as [string, string][];
    const page = this.pages.render(call, 'consent', {
      title: `Authorize ${client.name}`,
      name: client.name,
      confidential: client.confidential,
      returnsTo: targetOf(redirectUri),
      scopes: scopes.map((scope) => ({ scope, text: SCOPE_TEXTS[scope as OAuthScope] })),
      fields,
    });
    return new Html(page, { formTargets: [formTarget(redirectUri)] });
  }

  private unknownClient(call: CallOf<typeof AuthorizeParams>): Html {
    return new Html(this.pages.render(call, 'unknown-client', { title: 'Unknown application' }), { status: 400 });
  }
}

/** What the user is told of the address. */
function targetOf(redirectUri: string): string {
  const { protocol, host } = new URL(redirectUri);
  return host === '' ? protocol : host;
}

/** Browsers hold the redirect after a form against its policy; a policy cannot name IPv6 addresses. */
function formTarget(redirectUri: string): string {
  const { protocol, host } = new URL(redirectUri);
  return /^https?:$/.test(protocol) && !host.startsWith('[') ? `${protocol}//${host}` : protocol;
}
