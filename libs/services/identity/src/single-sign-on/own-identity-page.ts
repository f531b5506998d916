import { Inject, Injectable } from '@nestjs/common';
import { RouteNotFound, type EndpointCall, type Html } from '@hearth/http';
import type { FormFailure } from '@hearth/pages';
import { PageRenderer } from '../pages/page-renderer.js';
import { PasswordFacts } from '../sign-in/password.facts.js';
import { UserFacts } from '../users/user.facts.js';
import { PROVIDER } from './person.rules.js';
import { SINGLE_SIGN_ON, type SingleSignOnSettings } from './provider-settings.js';

export const OWN_IDENTITY = '/-/profile/single_sign_on';

/** The page of one's own account at the provider of single sign-on, for the endpoints that lead to it. */
@Injectable()
export class OwnIdentityPage {
  constructor(
    private readonly userFacts: UserFacts,
    private readonly pages: PageRenderer,
    private readonly passwordFacts: PasswordFacts,
    @Inject(SINGLE_SIGN_ON) private readonly settings: SingleSignOnSettings,
  ) {}

  /** @throws RouteNotFound without a provider; UserNotFound */
  async show(
    call: EndpointCall<unknown>,
    shown: { notice?: string | null; failures?: readonly FormFailure[] },
  ): Promise<Html> {
    const { provider } = this.settings;
    if (!provider) throw RouteNotFound();
    const { identities } = await this.userFacts.one(call.user.userId);
    const isLinked = identities.some((identity) => identity.provider === PROVIDER);
    const passwords = await (isLinked ? this.passwordFacts.onPages() : this.passwordFacts.anywhere());
    const data = { title: 'Single sign-on', provider: provider.name, isLinked, passwords, ...shown };
    return this.pages.page(call, 'single-sign-on', data);
  }
}
