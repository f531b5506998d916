import { Controller, Inject, Logger } from '@nestjs/common';
import {
  Call,
  Endpoint,
  Redirect,
  RouteNotFound,
  returns,
  type CallOf,
  type EndpointCall,
  type Html,
} from '@hearth/http';
import { attempt } from '@hearth/pages';
import { LinkIdentity } from '../identities/link.js';
import { withNotice } from '../pages/notices.js';
import { UserInvalid } from '../refusals.js';
import { OpenSession } from '../sessions/open.js';
import { returnPath } from '../sessions/return-path.rules.js';
import { CODE_PATH, SignInPage } from '../sessions/sign-in-page.js';
import { NoParams } from '../users/user.params.js';
import { OwnIdentityPage, OWN_IDENTITY } from './own-identity-page.js';
import { identityOf, type Person } from './person.rules.js';
import { BeginParams } from './single-sign-on.params.js';
import { BEGIN, CALLBACK, MOST_SECONDS, ProviderClient, ProviderFailed, SignInRequest } from './provider-client.js';
import { SINGLE_SIGN_ON, type SingleSignOnSettings } from './provider-settings.js';
import { IN_NO_GROUP, SignInPerson } from './sign-in-person.js';

const TAKEN = 'Another user is linked to that account at the provider.';
/** Longer paths would not fit into the cookie. */
const LONGEST_RETURN = 1_000;

/** Signs in by another provider: with a link there, and the way back. Nothing of it depends on who is signed in here. */
@Controller()
export class SingleSignOnController {
  private readonly logger = new Logger('SingleSignOn');

  constructor(
    private readonly providerClient: ProviderClient,
    private readonly signInPerson: SignInPerson,
    private readonly openSession: OpenSession,
    private readonly signInPage: SignInPage,
    private readonly linkIdentity: LinkIdentity,
    private readonly ownIdentityPage: OwnIdentityPage,
    @Inject(SINGLE_SIGN_ON) private readonly settings: SingleSignOnSettings,
  ) {}

  @Endpoint.get(BEGIN, {
    summary: 'Sign in by the OpenID Connect provider',
    anonymous: 'allowed',
    params: BeginParams,
    returns: returns.html,
    refuses: [RouteNotFound],
  })
  async begin(@Call() call: CallOf<typeof BeginParams>) {
    if (!this.settings.provider) throw RouteNotFound();
    const back = returnPath(call.params.return_to);
    try {
      const { baseUrl } = call.caller;
      const { url, request } = await this.providerClient.begin(
        `${baseUrl}${CALLBACK}`,
        back.length > LONGEST_RETURN ? '/' : back,
      );
      return new Redirect(url.href, { flash: request, flashFor: { path: CALLBACK, seconds: MOST_SECONDS } });
    } catch (error) {
      return this.failed(call, error, back);
    }
  }

  @Endpoint.get(CALLBACK, {
    summary: 'Come back from the OpenID Connect provider',
    anonymous: 'allowed',
    params: NoParams,
    returns: returns.html,
    refuses: [RouteNotFound],
  })
  async finish(@Call() call: CallOf<typeof NoParams>) {
    if (!this.settings.provider) throw RouteNotFound();
    const request = call.takeFlash(SignInRequest);
    if (!request) return this.signInPage.show(call, { error: 'The sign-in took too long. Begin again.', status: 400 });
    const { back } = request;
    try {
      const person = await this.providerClient.finish(new URL(call.target, call.caller.baseUrl), request);
      if (request.linkTo !== undefined) return await this.link(call, request.linkTo, person);
      const found = await this.signInPerson.execute(person);
      if ('denied' in found) return this.signInPage.show(call, { error: found.denied, back, status: 403 });
      return await this.enter(call, found.userId, back);
    } catch (error) {
      return this.failed(call, error, back);
    }
  }

  /** Links the account at the provider to the user who has asked for it, who has to be signed in still. */
  private async link(call: CallOf<typeof NoParams>, userId: number, person: Person): Promise<Html | Redirect> {
    if (call.caller.principal?.userId !== userId)
      return this.signInPage.show(call, { error: 'Sign in again, and begin anew.', back: OWN_IDENTITY, status: 403 });
    if (!this.signInPerson.isAllowed(person))
      return this.ownIdentityPage.show(call, { failures: [{ field: null, text: IN_NO_GROUP }] });
    const made = await attempt(() => this.linkIdentity.own(userId, identityOf(person)), [UserInvalid]);
    if ('value' in made) return new Redirect(withNotice(OWN_IDENTITY, 'linked'));
    return this.ownIdentityPage.show(call, { failures: [{ field: null, text: TAKEN }] });
  }

  private async enter(call: CallOf<typeof NoParams>, userId: number, back: string): Promise<Html | Redirect> {
    const { clientAddress } = call.caller;
    const browser = { clientAddress, userAgent: call.userAgent, formerId: call.session.id, remembered: false };
    const opened = await this.openSession.byProvider({ userId, ...browser });
    if (opened.outcome === 'signed-in') return new Redirect(back, { session: opened.sessionId });
    if (opened.outcome === 'second-factor') {
      const query = new URLSearchParams({ return_to: back });
      return new Redirect(`${CODE_PATH}?${query}`, { session: opened.sessionId });
    }
    return this.signInPage.show(call, { error: 'Your account is blocked.', back, status: 403 });
  }

  private failed(call: EndpointCall<unknown>, error: unknown, back: string): Promise<Html> {
    if (!(error instanceof ProviderFailed)) throw error;
    const cause = error.cause instanceof Error ? `: ${error.cause.message}` : '';
    this.logger.warn(`${error.message}${cause}`);
    const { name } = this.settings.provider!;
    return this.signInPage.show(call, { error: `Nobody was signed in by ${name}. Try again.`, back, status: 502 });
  }
}
