import { Controller } from '@nestjs/common';
import { Call, Endpoint, Html, Redirect, returns, type CallOf } from '@hearth/http';
import type { Authentication } from '@hearth/contracts';
import { noticeOf } from '../pages/notices.js';
import { PageRenderer } from '../pages/page-renderer.js';
import { AuthenticateCredential } from '../sign-in/authenticate.js';
import { NoParams } from '../users/user.params.js';
import { OpenSession } from './open.js';
import { returnPath } from './return-path.rules.js';
import { SignInPageParams, SignInParams } from './sign-in.params.js';
import { SignOut } from './sign-out.js';

const WRONG = 'Invalid login or password.';

/** Browsers sign in and out. */
@Controller()
export class SessionsController {
  constructor(
    private readonly authenticateCredential: AuthenticateCredential,
    private readonly openSession: OpenSession,
    private readonly signOut: SignOut,
    private readonly pages: PageRenderer,
  ) {}

  @Endpoint.get('/users/sign_in', {
    summary: 'Show the sign-in form',
    anonymous: 'allowed',
    params: SignInPageParams,
    returns: returns.html,
  })
  form(@Call() call: CallOf<typeof SignInPageParams>) {
    const back = returnPath(call.params.return_to);
    if (call.caller.principal) return new Redirect(back);
    const shown = { title: 'Sign in', back, login: '', error: null, notice: noticeOf(call.params.done) };
    return new Html(this.pages.render(call, 'sign-in', shown));
  }

  @Endpoint.post('/users/sign_in', {
    summary: 'Sign in with a password',
    anonymous: 'allowed',
    params: SignInParams,
    returns: returns.html,
  })
  async enter(@Call() call: CallOf<typeof SignInParams>) {
    const { login, password, new_password: newPassword } = call.params;
    const { clientAddress } = call.caller;
    const judged = await this.authenticateCredential.password({ login, password, clientAddress });
    if (judged.outcome !== 'accepted' || !('principal' in judged)) return this.refused(call, judged);
    const browser = { clientAddress, userAgent: call.userAgent, formerId: call.session.id };
    const opened = await this.openSession.execute({ userId: judged.principal.userId, newPassword, ...browser });
    switch (opened.outcome) {
      case 'signed-in':
        return new Redirect(returnPath(call.params.return_to), { session: opened.sessionId });
      case 'refused':
        return this.refused(call, { outcome: 'unknown' });
      case 'expired':
        return this.newPassword(call, opened.failure);
    }
  }

  @Endpoint.post('/users/sign_out', {
    summary: 'Sign out',
    anonymous: 'allowed',
    params: NoParams,
    returns: returns.html,
  })
  async leave(@Call() call: CallOf<typeof NoParams>) {
    await this.signOut.execute(call.session.id);
    return new Redirect('/', { session: null });
  }

  /** Every reason looks like a wrong password, but for too many attempts. */
  private refused(call: CallOf<typeof SignInParams>, judged: Authentication): Html {
    const { login, return_to: wanted } = call.params;
    const shown = { title: 'Sign in', back: returnPath(wanted), login };
    if (!('retryAfterSeconds' in judged))
      return new Html(this.pages.render(call, 'sign-in', { ...shown, error: WRONG }), { status: 422 });
    const seconds = String(judged.retryAfterSeconds);
    const error = `Too many attempts. Try again in ${seconds} seconds.`;
    return new Html(this.pages.render(call, 'sign-in', { ...shown, error }), {
      status: 429,
      headers: { 'retry-after': seconds },
    });
  }

  private newPassword(call: CallOf<typeof SignInParams>, failure: string | undefined): Html {
    const { login, return_to: wanted } = call.params;
    const error = failure === undefined ? null : `The new password ${failure}.`;
    const data = { title: 'Choose a new password', back: returnPath(wanted), login, error };
    return new Html(this.pages.render(call, 'new-password', data), { status: error === null ? 200 : 422 });
  }
}
