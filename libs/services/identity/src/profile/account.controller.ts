import { Controller, Inject } from '@nestjs/common';
import { UserNotFound } from '@hearth/identity-contracts';
import { NamespaceReserved, NamespaceTaken, NamespaceTakenBefore } from '@hearth/projects-contracts';
import { Call, Endpoint, Forbidden, Html, Redirect, returns, type CallOf, type EndpointCall } from '@hearth/http';
import { attempt, type FormFailure, formFailures } from '@hearth/pages';
import { noticeOf, withNotice } from '../pages/notices.js';
import { PageRenderer } from '../pages/page-renderer.js';
import { UserInvalid, UserNamesTaken } from '../refusals.js';
import { SettingsFacts } from '../settings/settings.facts.js';
import { SINGLE_SIGN_ON, type SingleSignOnSettings } from '../single-sign-on/provider-settings.js';
import { UpdateUser } from '../users/update.js';
import { UserFacts } from '../users/user.facts.js';
import { changedUserOf } from '../users/user.params.js';
import { userFailures } from '../users/new-user.rules.js';
import { currentPasswordFailures, ownSignIn } from './current-password.rules.js';
import { AuthenticateCredential } from '../sign-in/authenticate.js';
import { PageParams, UsernameFormParams } from './profile.params.js';

const ACCOUNT = '/-/profile/account';
const NAMES = [UserInvalid, UserNamesTaken, NamespaceTaken, NamespaceTakenBefore, NamespaceReserved];

/** Page of the current user's username. */
@Controller()
export class AccountController {
  constructor(
    private readonly userFacts: UserFacts,
    private readonly settingsFacts: SettingsFacts,
    private readonly authenticateCredential: AuthenticateCredential,
    private readonly updateUser: UpdateUser,
    private readonly pages: PageRenderer,
    @Inject(SINGLE_SIGN_ON) private readonly singleSignOn: SingleSignOnSettings,
  ) {}

  @Endpoint.get(ACCOUNT, {
    summary: "Show the form for another username of one's own",
    params: PageParams,
    returns: returns.html,
    refuses: [UserNotFound],
  })
  async show(@Call() call: CallOf<typeof PageParams>) {
    const { username } = await this.userFacts.one(call.user.userId);
    return this.page(call, { values: { username }, notice: noticeOf(call.params.done) });
  }

  @Endpoint.post(ACCOUNT, {
    summary: "Change one's username",
    params: UsernameFormParams,
    returns: returns.html,
    refuses: [UserNotFound, Forbidden],
  })
  async change(@Call() call: CallOf<typeof UsernameFormParams>) {
    const { user, params } = call;
    const { username, current_password: password } = params;
    const values = { username };
    const wrong = currentPasswordFailures(await this.authenticateCredential.confirm(ownSignIn(call, password)));
    if (wrong.length > 0) {
      const failures = formFailures(UserInvalid({ failures: userFailures({ username }) }));
      return this.page(call, { values, failures: [...failures, ...wrong] });
    }
    const asked = changedUserOf({ id: user.userId, username }, await this.settingsFacts.forNewUsers());
    const changed = await attempt(() => this.updateUser.execute(user.userId, asked, user), NAMES);
    if ('value' in changed) return new Redirect(withNotice(ACCOUNT, 'saved'));
    return this.page(call, { values, failures: changed.failures });
  }

  private page(
    call: EndpointCall<unknown>,
    shown: { values: { username: string }; notice?: string | null; failures?: readonly FormFailure[] },
  ): Html {
    const { username } = call.user;
    const data = {
      title: 'Username',
      username,
      baseUrl: call.caller.baseUrl,
      provider: this.singleSignOn.provider?.name ?? null,
      ...shown,
    };
    return this.pages.page(call, 'username', data);
  }
}
