import { Inject, Injectable } from '@nestjs/common';
import type { EndpointCall, Html } from '@hearth/http';
import { PageRenderer } from '../pages/page-renderer.js';
import { PasswordFacts } from '../sign-in/password.facts.js';
import { SINGLE_SIGN_ON, type SingleSignOnSettings } from '../single-sign-on/provider-settings.js';
import type { SessionPageData } from './session-pages.view.js';

export const CODE_PATH = '/users/sign_in/two_factor';

/** Fields of the sign-in page that differ between its uses; those that are left out are empty. */
interface ShownSignIn extends Partial<Omit<SessionPageData['sign-in'], 'title' | 'provider' | 'passwords'>> {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The page to sign in, with the ways that this instance has. */
@Injectable()
export class SignInPage {
  constructor(
    private readonly pages: PageRenderer,
    private readonly passwordFacts: PasswordFacts,
    @Inject(SINGLE_SIGN_ON) private readonly settings: SingleSignOnSettings,
  ) {}

  async show(
    call: Pick<EndpointCall<unknown>, 'caller' | 'session'>,
    { status, headers, ...shown }: ShownSignIn,
  ): Promise<Html> {
    const ways = { provider: this.settings.provider?.name ?? null, passwords: await this.passwordFacts.onPages() };
    const data = { title: 'Sign in', back: '/', login: '', remembered: false, error: null, ...shown, ...ways };
    return this.pages.page(call, 'sign-in', data, { ...(status && { status }), ...(headers && { headers }) });
  }
}
