import { Controller } from '@nestjs/common';
import { Call, Endpoint, Html, PageSession, Redirect, returns, type CallOf } from '@hearth/http';
import { parseKeptForm, presentKeptForm } from '@hearth/pages';
import { tokenHash } from '@hearth/secrets';
import { noticeOf } from '../pages/notices.js';
import { PageRenderer } from '../pages/page-renderer.js';
import { AuthenticateCredential } from '../sign-in/authenticate.js';
import type { JudgedPassword } from '../sign-in/sign-in.rules.js';
import { NoParams } from '../users/user.params.js';
import { AuthenticateSession } from './authenticate.js';
import { FinishSignIn } from './finish-sign-in.js';
import { OpenSession } from './open.js';
import { returnPath } from './return-path.rules.js';
import { SecondFactorParams, SignInPageParams, SignInParams } from './sign-in.params.js';
import { CODE_PATH, SignInPage } from './sign-in-page.js';
import { SignOut } from './sign-out.js';

const WRONG = 'Invalid login or password.';

/** Pages to sign in and out. */
@Controller()
export class SessionsController {
  constructor(
    private readonly authenticateCredential: AuthenticateCredential,
    private readonly openSession: OpenSession,
    private readonly finishSignIn: FinishSignIn,
    private readonly signOut: SignOut,
    private readonly authenticateSession: AuthenticateSession,
    private readonly signInPage: SignInPage,
    private readonly pages: PageRenderer,
  ) {}

  @Endpoint.get('/users/sign_in', {
    summary: 'Show the sign-in form',
    anonymous: 'allowed',
    params: SignInPageParams,
    returns: returns.html,
  })
  async form(@Call() call: CallOf<typeof SignInPageParams>) {
    const back = returnPath(call.params.return_to);
    const { principal } = call.caller;
    if (principal && call.params.prompt !== 'login') return new Redirect(back);
    const notice = principal ? 'Sign in again to go on.' : noticeOf(call.params.done);
    return this.signInPage.show(call, { back, login: principal?.username ?? '', notice });
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
    if (!('userId' in judged)) return this.refused(call, judged);
    const { userId, passwordHash } = judged;
    const browser = { clientAddress, userAgent: call.userAgent, formerId: call.session.id, remembered };
    const opened = await this.openSession.execute({ userId, passwordHash, newPassword, ...browser });
    switch (opened.outcome) {
      case 'signed-in':
        return this.goOn(call, opened);
      case 'second-factor':
        return this.toCode(call, opened.sessionId);
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
    if ('sessionId' in finished) return this.goOn(call, finished);
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

  /** Redirects to the page before the sign-in, or shows the form that was kept meanwhile. */
  private async goOn(
    { params }: CallOf<typeof SignInPageParams>,
    opened: Pick<Html['options'], 'sessionSeconds'> & { readonly sessionId: string },
  ): Promise<Html | Redirect> {
    const { sessionId, sessionSeconds } = opened;
    const renewed = { session: sessionId, sessionSeconds };
    const kept = params.kept === undefined ? undefined : parseKeptForm(params.kept);
    if (!kept) return new Redirect(returnPath(params.return_to), renewed);
    const found = await this.authenticateSession.execute(tokenHash(sessionId));
    const principal = 'principal' in found ? found.principal : null;
    const reader = { caller: { principal }, session: PageSession.opened(sessionId) };
    const data = { title: 'Send what you typed', form: presentKeptForm(kept) };
    return this.pages.page(reader, 'form-resumed', data, renewed);
  }

  private toCode(call: CallOf<typeof SignInPageParams>, sessionId: string): Html | Redirect {
    const { back, kept } = carried(call.params);
    if (kept === undefined)
      return new Redirect(`${CODE_PATH}?${new URLSearchParams({ return_to: back })}`, { session: sessionId });
    const data = { title: 'Enter a code', back, error: null, kept };
    const reader = { caller: call.caller, session: PageSession.opened(sessionId) };
    return this.pages.page(reader, 'second-factor', data, { session: sessionId });
  }

  /** Shows a refused sign-in. All reasons but too many attempts look like a wrong password. */
  private refused(call: CallOf<typeof SignInParams>, judged: JudgedPassword): Promise<Html> {
    const { login, remember_me: remembered = false } = call.params;
    const shown = { login, remembered, ...carried(call.params) };
    if (!('retryAfterSeconds' in judged)) return this.signInPage.show(call, { ...shown, error: WRONG });
    const { retryAfterSeconds: seconds } = judged;
    const headers = { 'retry-after': String(seconds) };
    return this.signInPage.show(call, { ...shown, error: tooMany(seconds), status: 429, headers });
  }

  private beginAgain(call: CallOf<typeof SignInPageParams>): Redirect {
    return new Redirect(`/users/sign_in?${new URLSearchParams({ return_to: returnPath(call.params.return_to) })}`);
  }

  private codePage(call: CallOf<typeof SignInPageParams>, error: string | null): Html {
    const data = { title: 'Enter a code', error, ...carried(call.params) };
    return this.pages.page(call, 'second-factor', data);
  }

  private newPassword(call: CallOf<typeof SignInParams>, failure: string | undefined): Html {
    const { login, remember_me: remembered = false } = call.params;
    const error = failure === undefined ? null : `The new password ${failure}.`;
    const data = { title: 'Choose a new password', login, error, remembered, ...carried(call.params) };
    return this.pages.page(call, 'new-password', data);
  }
}

/** Returns the hidden fields of a sign-in's forms: the path to return to, and a kept form. */
function carried({ return_to: wanted, kept }: Pick<CallOf<typeof SignInPageParams>['params'], 'return_to' | 'kept'>) {
  return { back: returnPath(wanted), ...(kept !== undefined && { kept }) };
}

function tooMany(seconds: number): string {
  return `Too many attempts. Try again in ${seconds} seconds.`;
}
