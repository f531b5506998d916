import { Controller } from '@nestjs/common';
import { Call, Endpoint, Html, Redirect, returns, type CallOf } from '@hearth/http';
import { noticeOf } from '../pages/notices.js';
import { PageRenderer } from '../pages/page-renderer.js';
import { AuthenticateCredential } from '../sign-in/authenticate.js';
import type { JudgedPassword } from '../sign-in/sign-in.rules.js';
import { NoParams } from '../users/user.params.js';
import { FinishSignIn } from './finish-sign-in.js';
import { OpenSession } from './open.js';
import { returnPath } from './return-path.rules.js';
import { SecondFactorParams, SignInPageParams, SignInParams } from './sign-in.params.js';
import { SignOut } from './sign-out.js';

const WRONG = 'Invalid login or password.';
const CODE_PATH = '/users/sign_in/two_factor';

/** Browsers sign in and out. */
@Controller()
export class SessionsController {
  constructor(
    private readonly authenticateCredential: AuthenticateCredential,
    private readonly openSession: OpenSession,
    private readonly finishSignIn: FinishSignIn,
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
    const { principal } = call.caller;
    if (principal && call.params.prompt !== 'login') return new Redirect(back);
    const notice = principal ? 'Sign in again to go on.' : noticeOf(call.params.done);
    const shown = { title: 'Sign in', back, login: principal?.username ?? '', error: null, notice, remembered: false };
    return new Html(this.pages.render(call, 'sign-in', shown));
  }

  @Endpoint.post('/users/sign_in', {
    summary: 'Sign in with a password',
    anonymous: 'allowed',
    params: SignInParams,
    returns: returns.html,
  })
  async enter(@Call() call: CallOf<typeof SignInParams>) {
    const { login, password, new_password: newPassword, remember_me: remembered = false } = call.params;
    const { clientAddress } = call.caller;
    const judged = await this.authenticateCredential.password({ login, password, clientAddress });
    const userId = 'principal' in judged ? judged.principal.userId : 'userId' in judged ? judged.userId : undefined;
    if (userId === undefined) return this.refused(call, judged);
    const browser = { clientAddress, userAgent: call.userAgent, formerId: call.session.id, remembered };
    const opened = await this.openSession.execute({ userId, newPassword, ...browser });
    const back = returnPath(call.params.return_to);
    switch (opened.outcome) {
      case 'signed-in':
        return new Redirect(back, { session: opened.sessionId, sessionSeconds: opened.sessionSeconds });
      case 'second-factor':
        return new Redirect(`${CODE_PATH}?${new URLSearchParams({ return_to: back })}`, { session: opened.sessionId });
      case 'refused':
        return this.refused(call, { outcome: 'unknown' });
      case 'expired':
        return this.newPassword(call, opened.failure);
    }
  }

  @Endpoint.get(CODE_PATH, {
    summary: 'Show the form for the code of a sign-in',
    anonymous: 'allowed',
    params: SignInPageParams,
    returns: returns.html,
  })
  async codeForm(@Call() call: CallOf<typeof SignInPageParams>) {
    if (!(await this.finishSignIn.isPending(call.session.id))) return this.beginAgain(call);
    return this.codePage(call, null);
  }

  @Endpoint.post(CODE_PATH, {
    summary: 'Finish a sign-in with a code',
    anonymous: 'allowed',
    params: SecondFactorParams,
    returns: returns.html,
  })
  async enterCode(@Call() call: CallOf<typeof SecondFactorParams>) {
    const { clientAddress } = call.caller;
    const browser = { clientAddress, userAgent: call.userAgent, formerId: call.session.id };
    const finished = await this.finishSignIn.execute(browser, call.params.otp_attempt);
    if ('sessionId' in finished)
      return new Redirect(returnPath(call.params.return_to), {
        session: finished.sessionId,
        sessionSeconds: finished.sessionSeconds,
      });
    if (finished.outcome === 'wrong') return this.codePage(call, 'This code is not right.');
    if ('retryAfterSeconds' in finished) return this.codePage(call, tooMany(finished.retryAfterSeconds));
    return this.beginAgain(call);
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
  private refused(call: CallOf<typeof SignInParams>, judged: JudgedPassword): Html {
    const { login, return_to: wanted, remember_me: remembered = false } = call.params;
    const shown = { title: 'Sign in', back: returnPath(wanted), login, remembered };
    if (!('retryAfterSeconds' in judged))
      return new Html(this.pages.render(call, 'sign-in', { ...shown, error: WRONG }), { status: 422 });
    const seconds = String(judged.retryAfterSeconds);
    return new Html(this.pages.render(call, 'sign-in', { ...shown, error: tooMany(judged.retryAfterSeconds) }), {
      status: 429,
      headers: { 'retry-after': seconds },
    });
  }

  private beginAgain(call: CallOf<typeof SignInPageParams>): Redirect {
    return new Redirect(`/users/sign_in?${new URLSearchParams({ return_to: returnPath(call.params.return_to) })}`);
  }

  private codePage(call: CallOf<typeof SignInPageParams>, error: string | null): Html {
    const data = { title: 'Enter a code', back: returnPath(call.params.return_to), error };
    return new Html(this.pages.render(call, 'second-factor', data), { status: error === null ? 200 : 422 });
  }

  private newPassword(call: CallOf<typeof SignInParams>, failure: string | undefined): Html {
    const { login, return_to: wanted, remember_me: remembered = false } = call.params;
    const error = failure === undefined ? null : `The new password ${failure}.`;
    const data = { title: 'Choose a new password', back: returnPath(wanted), login, error, remembered };
    return new Html(this.pages.render(call, 'new-password', data), { status: error === null ? 200 : 422 });
  }
}

function tooMany(seconds: number): string {
  return `Too many attempts. Try again in ${seconds} seconds.`;
}
