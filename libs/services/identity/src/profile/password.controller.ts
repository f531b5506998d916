import { Controller } from '@nestjs/common';
import { UserNotFound } from '@hearth/identity-contracts';
import { Call, Endpoint, Forbidden, Html, Redirect, returns, type CallOf, type EndpointCall } from '@hearth/http';
import { attempt, type FormFailure } from '@hearth/pages';
import { withNotice } from '../pages/notices.js';
import { PageRenderer } from '../pages/page-renderer.js';
import { UserInvalid } from '../refusals.js';
import { SettingsFacts } from '../settings/settings.facts.js';
import { UpdateUser } from '../users/update.js';
import { NoParams, changedUserOf } from '../users/user.params.js';
import { passwordFailure } from '../users/password.rules.js';
import { currentPasswordFailures, ownSignIn } from './current-password.rules.js';
import { AuthenticateCredential } from '../sign-in/authenticate.js';
import { PasswordFormParams } from './profile.params.js';

const PASSWORD = '/-/profile/password';

/** Page of the current user's password. A change requires the current password. */
@Controller()
export class PasswordController {
  constructor(
    private readonly authenticateCredential: AuthenticateCredential,
    private readonly settingsFacts: SettingsFacts,
    private readonly updateUser: UpdateUser,
    private readonly pages: PageRenderer,
  ) {}

  @Endpoint.get(PASSWORD, { summary: 'Show the form for a new password', params: NoParams, returns: returns.html })
  show(@Call() call: CallOf<typeof NoParams>) {
    return this.page(call, []);
  }

  @Endpoint.post(PASSWORD, {
    summary: "Change one's password",
    params: PasswordFormParams,
    returns: returns.html,
    refuses: [UserNotFound, Forbidden],
  })
  async change(@Call() call: CallOf<typeof PasswordFormParams>) {
    const { user, params } = call;
    const failures = await this.formFailures(call);
    if (failures.length > 0) return this.page(call, failures);
    const { userId } = user;
    const asked = changedUserOf({ id: userId, password: params.password }, await this.settingsFacts.forNewUsers());
    const labels = { password: 'The new password' };
    const changed = await attempt(() => this.updateUser.execute(userId, asked, user), [UserInvalid], labels);
    // A change of the password ends all sessions, including this one.
    if ('value' in changed) return new Redirect(withNotice('/users/sign_in', 'password'), { session: null });
    return this.page(call, changed.failures);
  }

  /** Returns all failures, in the order of the fields. */
  private async formFailures(call: CallOf<typeof PasswordFormParams>): Promise<FormFailure[]> {
    const { current_password: password, password: wanted, password_confirmation: again } = call.params;
    const judged = await this.authenticateCredential.confirm(ownSignIn(call, password));
    const failure = passwordFailure(wanted);
    return [
      ...currentPasswordFailures(judged),
      ...(failure === undefined ? [] : [{ field: 'password', text: `The new password ${failure}` }]),
      ...(wanted === again
        ? []
        : [{ field: 'password_confirmation', text: "The second new password doesn't match the first" }]),
    ];
  }

  private page(call: EndpointCall<unknown>, failures: readonly FormFailure[]): Html {
    return this.pages.page(call, 'password', { title: 'Password', failures });
  }
}
