import { Controller, Inject, Logger } from '@nestjs/common';
import { Call, Endpoint, RouteNotFound, returns, type CallOf } from '@hearth/http';
import { z } from 'zod';
import { OAuthRequestInvalid } from '../refusals.js';
import { BEGIN, ProviderClient, ProviderFailed } from './provider-client.js';
import { SINGLE_SIGN_ON, type SingleSignOnSettings } from './provider-settings.js';
import { SignOutPerson } from './sign-out-person.js';
import { BackChannelLogoutParams } from './single-sign-on.params.js';

/** Endpoint that the provider calls when a person signs out there (OpenID Connect Back-Channel Logout 1.0). */
@Controller()
export class BackChannelLogoutController {
  private readonly logger = new Logger('SingleSignOn');

  constructor(
    private readonly providerClient: ProviderClient,
    private readonly signOutPerson: SignOutPerson,
    @Inject(SINGLE_SIGN_ON) private readonly settings: SingleSignOnSettings,
  ) {}

  /** A person without an account, or without a session, is signed out already. */
  @Endpoint.post(`${BEGIN}/backchannel_logout`, {
    summary: 'End the sessions of a person who has signed out at the OpenID Connect provider',
    at: 'root',
    credentials: 'own',
    anonymous: 'allowed',
    status: 200,
    params: BackChannelLogoutParams,
    returns: returns.json(z.strictObject({})),
    refuses: [RouteNotFound, OAuthRequestInvalid],
  })
  async logOut(@Call() { params }: CallOf<typeof BackChannelLogoutParams>) {
    if (!this.settings.provider) throw RouteNotFound();
    await this.signOutPerson.execute(await this.subjectOf(params.logout_token));
    return {};
  }

  /** @throws OAuthRequestInvalid */
  private async subjectOf(token: string): Promise<string> {
    try {
      return await this.providerClient.signedOut(token);
    } catch (error) {
      if (!(error instanceof ProviderFailed)) throw error;
      const cause = error.cause instanceof Error ? `: ${error.cause.message}` : '';
      this.logger.warn(`${error.message}${cause}`);
      throw OAuthRequestInvalid();
    }
  }
}
