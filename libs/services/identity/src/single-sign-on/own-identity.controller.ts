import { Controller, Inject } from '@nestjs/common';
import { UserNotFound } from '@hearth/identity-contracts';
import { Call, Endpoint, Redirect, RouteNotFound, returns, type CallOf } from '@hearth/http';
import { z } from 'zod';
import { DeleteIdentity } from '../identities/delete.js';
import { noticeOf, withNotice } from '../pages/notices.js';
import { PageRenderer } from '../pages/page-renderer.js';
import { currentPasswordFailures, ownSignIn } from '../profile/current-password.rules.js';
import { IdentityNotFound } from '../refusals.js';
import { AuthenticateCredential } from '../sign-in/authenticate.js';
import { NoParams } from '../users/user.params.js';
import { OwnIdentityPage, OWN_IDENTITY } from './own-identity-page.js';
import { PROVIDER } from './person.rules.js';
import { BEGIN, CALLBACK, MOST_SECONDS, ProviderClient, ProviderFailed } from './provider-client.js';
import { SINGLE_SIGN_ON, type SingleSignOnSettings } from './provider-settings.js';
import { OwnIdentityFormParams, OwnIdentityPageParams } from './single-sign-on.params.js';

const LINK = `${BEGIN}/link`;
/** The user whose password was checked. */
const Approved = z.object({ userId: z.int() });

/** Pages on which users link their account to the one at the provider of single sign-on, and unlink it. */
@Controller()
export class OwnIdentityController {
  constructor(
    private readonly authenticateCredential: AuthenticateCredential,
    private readonly providerClient: ProviderClient,
    private readonly deleteIdentity: DeleteIdentity,
    private readonly ownIdentityPage: OwnIdentityPage,
    private readonly pages: PageRenderer,
    @Inject(SINGLE_SIGN_ON) private readonly settings: SingleSignOnSettings,
  ) {}

  @Endpoint.get(OWN_IDENTITY, {
    summary: "Show whether one's account is linked to the provider of single sign-on",
    params: OwnIdentityPageParams,
    returns: returns.html,
    refuses: [RouteNotFound, UserNotFound],
  })
  show(@Call() call: CallOf<typeof OwnIdentityPageParams>) {
    return this.ownIdentityPage.show(call, { notice: noticeOf(call.params.done) });
  }

  /** The page that follows has a link: browsers do not let a form lead to another site. */
  @Endpoint.post(`${OWN_IDENTITY}/link`, {
    summary: "Begin to link one's account to the provider of single sign-on",
    params: OwnIdentityFormParams,
    returns: returns.html,
    refuses: [RouteNotFound, UserNotFound],
  })
  async approve(@Call() call: CallOf<typeof OwnIdentityFormParams>) {
    this.provider();
    const signIn = ownSignIn(call, call.params.current_password);
    const failures = currentPasswordFailures(await this.authenticateCredential.confirm(signIn));
    if (failures.length > 0) return this.ownIdentityPage.show(call, { failures });
    const { userId } = call.user;
    return new Redirect(`${OWN_IDENTITY}/link`, { flash: { userId }, flashFor: { path: LINK, seconds: MOST_SECONDS } });
  }

  @Endpoint.get(`${OWN_IDENTITY}/link`, {
    summary: 'Show the link to the provider of single sign-on',
    params: NoParams,
    returns: returns.html,
    refuses: [RouteNotFound],
  })
  lead(@Call() call: CallOf<typeof NoParams>) {
    const { name: provider } = this.provider();
    return this.pages.page(call, 'link-account', { title: 'Link your account', provider, address: LINK });
  }

  @Endpoint.get(LINK, {
    summary: "Go to the provider of single sign-on to link one's account",
    params: NoParams,
    returns: returns.html,
    refuses: [RouteNotFound, UserNotFound],
  })
  async begin(@Call() call: CallOf<typeof NoParams>) {
    const { name } = this.provider();
    const { userId } = call.user;
    if (call.takeFlash(Approved)?.userId !== userId) return new Redirect(OWN_IDENTITY);
    try {
      const { url, request } = await this.providerClient.begin(`${call.caller.baseUrl}${CALLBACK}`, OWN_IDENTITY);
      const flash = { ...request, linkTo: userId };
      return new Redirect(url.href, { flash, flashFor: { path: CALLBACK, seconds: MOST_SECONDS } });
    } catch (error) {
      if (!(error instanceof ProviderFailed)) throw error;
      return this.ownIdentityPage.show(call, {
        failures: [{ field: null, text: `${name} does not answer. Try again.` }],
      });
    }
  }

  /** Asks for a password that signs in: another one would leave the user without a way in. */
  @Endpoint.post(`${OWN_IDENTITY}/unlink`, {
    summary: "Unlink one's account from the provider of single sign-on",
    params: OwnIdentityFormParams,
    returns: returns.html,
    refuses: [RouteNotFound, UserNotFound, IdentityNotFound],
  })
  async unlink(@Call() call: CallOf<typeof OwnIdentityFormParams>) {
    this.provider();
    const signIn = ownSignIn(call, call.params.current_password);
    const failures = currentPasswordFailures(await this.authenticateCredential.password(signIn));
    if (failures.length > 0) return this.ownIdentityPage.show(call, { failures });
    await this.deleteIdentity.execute(call.user.userId, PROVIDER, call.unlessModified);
    return new Redirect(withNotice(OWN_IDENTITY, 'unlinked'));
  }

  private provider() {
    const { provider } = this.settings;
    if (!provider) throw RouteNotFound();
    return provider;
  }
}
