import { Controller } from '@nestjs/common';
import { Call, Endpoint, Html, Redirect, RouteNotFound, returns, type CallOf, type EndpointCall } from '@hearth/http';
import { Mailer } from '../mail/mailer.js';
import { withNotice } from '../pages/notices.js';
import { PageRenderer } from '../pages/page-renderer.js';
import { PasswordFacts } from '../sign-in/password.facts.js';
import { NoParams } from '../users/user.params.js';
import { PasswordResetFacts } from './password-reset.facts.js';
import { ResetLinkParams, ResetParams, ResetRequestParams } from './password-reset.params.js';
import { RESET_PATH } from './password-reset.rules.js';
import { RequestPasswordReset } from './request.js';
import { ResetPassword } from './reset.js';

const TITLE = 'Forgotten password';

/** Pages to request a link for a forgotten password, and to choose a new one. */
@Controller()
export class PasswordResetsController {
  constructor(
    private readonly requestPasswordReset: RequestPasswordReset,
    private readonly resetPassword: ResetPassword,
    private readonly passwordResetFacts: PasswordResetFacts,
    private readonly mailer: Mailer,
    private readonly pages: PageRenderer,
    private readonly passwordFacts: PasswordFacts,
  ) {}

  @Endpoint.get('/users/password/new', {
    summary: 'Show the form that asks for a link',
    anonymous: 'allowed',
    params: NoParams,
    returns: returns.html,
    refuses: [RouteNotFound],
  })
  async form(@Call() call: CallOf<typeof NoParams>) {
    if (!(await this.passwordFacts.anywhere())) throw RouteNotFound();
    return this.pages.page(call, 'forgotten-password', { ...this.shown(), error: null });
  }

  @Endpoint.post('/users/password', {
    summary: 'Ask for a link to choose a new password',
    anonymous: 'allowed',
    params: ResetRequestParams,
    returns: returns.html,
    refuses: [RouteNotFound],
  })
  async ask(@Call() call: CallOf<typeof ResetRequestParams>) {
    if (!(await this.passwordFacts.anywhere())) throw RouteNotFound();
    const seconds = await this.requestPasswordReset.execute(call.params.email, call.caller.clientAddress);
    if (seconds === undefined) return this.pages.page(call, 'reset-asked', this.shown());
    const error = `Too many attempts. Try again in ${seconds} seconds.`;
    return this.pages.page(
      call,
      'forgotten-password',
      { ...this.shown(), error },
      {
        status: 429,
        headers: { 'retry-after': String(seconds) },
      },
    );
  }

  @Endpoint.get(RESET_PATH, {
    summary: 'Show the form for a new password',
    anonymous: 'allowed',
    params: ResetLinkParams,
    returns: returns.html,
  })
  async choose(@Call() call: CallOf<typeof ResetLinkParams>) {
    const { reset_password_token: token } = call.params;
    if ((await this.passwordResetFacts.userOf(token)) === undefined) return this.lost(call);
    return this.page(call, token, null);
  }

  @Endpoint.post(RESET_PATH, {
    summary: 'Choose a new password',
    anonymous: 'allowed',
    params: ResetParams,
    returns: returns.html,
  })
  async reset(@Call() call: CallOf<typeof ResetParams>) {
    const { reset_password_token: token, password } = call.params;
    const reset = await this.resetPassword.execute(token, password);
    if (reset.outcome === 'lost') return this.lost(call);
    if ('failure' in reset) return this.page(call, token, `The new password ${reset.failure}.`);
    return new Redirect(withNotice('/users/sign_in', 'password'), { session: null });
  }

  private shown() {
    return { title: TITLE, mails: this.mailer.configured };
  }

  private page(call: EndpointCall<unknown>, token: string, error: string | null): Html {
    return this.pages.page(call, 'reset-password', { title: 'Choose a new password', token, error });
  }

  private lost(call: EndpointCall<unknown>): Html {
    return this.pages.page(call, 'link-lost', { title: 'This link counts no longer' }, { status: 404 });
  }
}
