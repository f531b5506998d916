import { Controller } from '@nestjs/common';
import { UserNotFound } from '@hearth/identity-contracts';
import {
  Call,
  Endpoint,
  Forbidden,
  Html,
  Redirect,
  RouteNotFound,
  returns,
  type CallOf,
  type EndpointCall,
} from '@hearth/http';
import { attempt, type FormFailure, formFailures } from '@hearth/pages';
import { Mailer } from '../mail/mailer.js';
import { withNotice } from '../pages/notices.js';
import { PageRenderer } from '../pages/page-renderer.js';
import { userFailures } from '../users/new-user.rules.js';
import { currentPasswordFailures, ownSignIn } from '../profile/current-password.rules.js';
import { AuthenticateCredential } from '../sign-in/authenticate.js';
import { EmailNotFound, UserInvalid, UserNamesTaken } from '../refusals.js';
import { SettingsFacts } from '../settings/settings.facts.js';
import { UpdateUser } from '../users/update.js';
import { NoParams, changedUserOf } from '../users/user.params.js';
import { EmailFormParams, MainEmailFormParams } from './email.params.js';
import { ResendConfirmation } from './resend-confirmation.js';

const LIST = '/-/profile/emails';
const MAIN = `${LIST}/main`;
const LABELS = { email: 'E-mail address' };

/** Page of the current user's main address; also sends confirmation mails for any of the user's addresses. */
@Controller()
export class MainEmailController {
  constructor(
    private readonly settingsFacts: SettingsFacts,
    private readonly authenticateCredential: AuthenticateCredential,
    private readonly updateUser: UpdateUser,
    private readonly resendConfirmation: ResendConfirmation,
    private readonly mailer: Mailer,
    private readonly pages: PageRenderer,
  ) {}

  @Endpoint.get(MAIN, {
    summary: "Show the form for another main address of one's own",
    params: NoParams,
    returns: returns.html,
  })
  show(@Call() call: CallOf<typeof NoParams>) {
    return this.page(call, '', []);
  }

  @Endpoint.post(MAIN, {
    summary: "Change one's main e-mail address",
    params: MainEmailFormParams,
    returns: returns.html,
    refuses: [UserNotFound, Forbidden],
  })
  async change(@Call() call: CallOf<typeof MainEmailFormParams>) {
    const { user, params } = call;
    const { email, current_password: password } = params;
    const wrong = currentPasswordFailures(await this.authenticateCredential.confirm(ownSignIn(call, password)));
    if (wrong.length > 0) {
      const failures = formFailures(UserInvalid({ failures: userFailures({ email }) }), LABELS);
      return this.page(call, email, [...failures, ...wrong]);
    }
    const asked = changedUserOf({ id: user.userId, email }, await this.settingsFacts.forNewUsers());
    const changed = await attempt(
      () => this.updateUser.execute(user.userId, asked, user),
      [UserInvalid, UserNamesTaken],
      LABELS,
    );
    if (!('value' in changed)) return this.page(call, email, changed.failures);
    return new Redirect(withNotice(LIST, changed.value.email === asked.email ? 'saved' : 'confirm-main'));
  }

  @Endpoint.post(`${LIST}/confirmation`, {
    summary: 'Send the mail again that asks for a confirmation',
    params: EmailFormParams,
    returns: returns.html,
    refuses: [EmailNotFound, RouteNotFound],
  })
  async resend(@Call() { params, user }: CallOf<typeof EmailFormParams>) {
    if (!this.mailer.configured) throw RouteNotFound();
    await this.resendConfirmation.execute(user.userId, params.email);
    return new Redirect(withNotice(LIST, 'sent'));
  }

  private page(call: EndpointCall<unknown>, email: string, failures: readonly FormFailure[]): Html {
    const data = { title: 'Main e-mail address', mails: this.mailer.configured, values: { email }, failures };
    return this.pages.page(call, 'main-email', data);
  }
}
