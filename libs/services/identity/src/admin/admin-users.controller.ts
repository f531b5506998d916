import { Controller } from '@nestjs/common';
import { NamespaceReserved, NamespaceTaken, NamespaceTakenBefore } from '@hearth/projects-contracts';
import { Call, Endpoint, Html, Redirect, returns, v4, type CallOf, type EndpointCall } from '@hearth/http';
import { attempt, type FormFailure, pageLinks, pageOf } from '@hearth/pages';
import { Mailer } from '../mail/mailer.js';
import { noticeOf, withNotice } from '../pages/notices.js';
import { PageRenderer } from '../pages/page-renderer.js';
import { PasswordResetFacts } from '../password-resets/password-reset.facts.js';
import { EmailTaken, UserInvalid, UsernameTaken } from '../refusals.js';
import { SettingsFacts } from '../settings/settings.facts.js';
import { CreateUser } from '../users/create.js';
import { ALL_USERS } from '../users/user-list.rules.js';
import { UserFacts } from '../users/user.facts.js';
import { NoParams, newUserOf } from '../users/user.params.js';
import { NewUserFormParams, UsersPageParams } from './admin.params.js';
import { presentListedUser } from './user-page.view.js';

const LIST = '/admin/users';
const NAMES = [EmailTaken, UsernameTaken, UserInvalid, NamespaceTaken, NamespaceTakenBefore, NamespaceReserved];
/** Fields of the refusals that name none. */
const FIELDS = { [EmailTaken.code]: 'email', [UsernameTaken.code]: 'username' };
const NOTHING = { name: '', username: '', email: '' };

/** Pages on which admins find and create users. */
@Controller()
export class AdminUsersController {
  constructor(
    private readonly userFacts: UserFacts,
    private readonly settingsFacts: SettingsFacts,
    private readonly createUser: CreateUser,
    private readonly passwordResetFacts: PasswordResetFacts,
    private readonly mailer: Mailer,
    private readonly pages: PageRenderer,
  ) {}

  @Endpoint.get('/admin', { summary: 'Show the pages of admins', admin: true, params: NoParams, returns: returns.html })
  start() {
    return new Redirect(LIST);
  }

  @Endpoint.get(LIST, { summary: 'Show users', admin: true, params: UsersPageParams, returns: returns.html })
  async list(@Call() call: CallOf<typeof UsersPageParams>) {
    const { page, search, done } = call.params;
    // A search with more words than a statement may have is ignored.
    const searched = v4.search().safeParse(search);
    const filters = { ...ALL_USERS, sort: 'asc' as const, search: searched.success ? searched.data : undefined };
    const resets = this.mailer.configured ? [] : await this.passwordResetFacts.requests();
    const users = await this.userFacts.page(call.user, filters, pageOf(page));
    const data = {
      ...{ title: 'Users', notice: noticeOf(done), mails: this.mailer.configured, values: { search } },
      resets,
      users: users.items.map(presentListedUser),
      pager: pageLinks(users, `${LIST}?${new URLSearchParams(search === '' ? {} : { search })}`),
    };
    return this.pages.page(call, 'admin-users', data);
  }

  @Endpoint.get(`${LIST}/new`, {
    summary: 'Show the form for a user',
    admin: true,
    params: NoParams,
    returns: returns.html,
  })
  form(@Call() call: CallOf<typeof NoParams>) {
    return this.formPage(call, { values: NOTHING, admin: false, confirmed: true, failures: [] });
  }

  @Endpoint.post(LIST, {
    summary: 'Create a user in a browser',
    admin: true,
    params: NewUserFormParams,
    returns: returns.html,
  })
  async create(@Call() call: CallOf<typeof NewUserFormParams>) {
    const { name, username, email, admin, skip_confirmation: confirmed } = call.params;
    const made = await attempt(
      async () => this.createUser.execute(newUserOf(call.params, await this.settingsFacts.forNewUsers())),
      NAMES,
      {},
      FIELDS,
    );
    if ('value' in made) return new Redirect(withNotice(LIST, 'added'));
    return this.formPage(call, { values: { name, username, email }, admin, confirmed, failures: made.failures });
  }

  private formPage(
    call: EndpointCall<unknown>,
    form: {
      values: typeof NOTHING;
      admin: boolean;
      confirmed: boolean;
      failures: readonly FormFailure[];
    },
  ): Html {
    return this.pages.page(call, 'new-user', { title: 'New user', ...form });
  }
}
