import { Controller } from '@nestjs/common';
import { NamespaceReserved, NamespaceTaken, NamespaceTakenBefore, UserNotFound } from '@hearth/contracts';
import {
  Call,
  Endpoint,
  Forbidden,
  Html,
  Redirect,
  RouteNotFound,
  pageLinks,
  returns,
  v4,
  type CallOf,
  type EndpointCall,
} from '@hearth/http';
import { CreateConfirmationLink } from '../emails/create-confirmation-link.js';
import { Mailer } from '../mail/mailer.js';
import { attempt, type FormFailure } from '../pages/form-failures.js';
import { pageOf } from '../pages/list-params.js';
import { noticeOf, withNotice } from '../pages/notices.js';
import { PageRenderer } from '../pages/page-renderer.js';
import { MakeResetLink } from '../password-resets/make-link.js';
import { PasswordResetFacts } from '../password-resets/password-reset.facts.js';
import { EmailTaken, LdapBlockedNotUnblocked, LdapBlockedStays, UserInvalid, UsernameTaken } from '../refusals.js';
import { SettingsFacts } from '../settings/settings.facts.js';
import { BlockUser } from '../users/block.js';
import { CreateUser } from '../users/create.js';
import { UserFacts } from '../users/user.facts.js';
import { NoParams, UserIdParams, newUserOf } from '../users/user.params.js';
import { NewUserFormParams, UsersPageParams } from './admin.params.js';
import { presentListedUser, unconfirmedOf } from './listed-user.view.js';

const LIST = '/admin/users';
const NAMES = [EmailTaken, UsernameTaken, UserInvalid, NamespaceTaken, NamespaceTakenBefore, NamespaceReserved];
const NOTHING = { name: '', username: '', email: '' };

/** Pages on which admins manage users. */
@Controller()
export class AdminUsersController {
  constructor(
    private readonly userFacts: UserFacts,
    private readonly settingsFacts: SettingsFacts,
    private readonly createUser: CreateUser,
    private readonly blockUser: BlockUser,
    private readonly createConfirmationLink: CreateConfirmationLink,
    private readonly passwordResetFacts: PasswordResetFacts,
    private readonly makeResetLink: MakeResetLink,
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
    // More words than a statement should have find nobody.
    const searched = v4.search().safeParse(search);
    const filters = { ...EVERYBODY, search: searched.success ? searched.data : undefined };
    const resets = this.mailer.configured ? [] : await this.passwordResetFacts.requests();
    const users = await this.userFacts.page(call.user, filters, pageOf(page));
    const data = {
      ...{ title: 'Users', notice: noticeOf(done), mails: this.mailer.configured, values: { search } },
      resets,
      users: users.items.map((user) => presentListedUser(user, call.user.userId)),
      pager: pageLinks(users, `${LIST}?${new URLSearchParams(search === '' ? {} : { search })}`),
    };
    return new Html(this.pages.render(call, 'admin-users', data));
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
    );
    if ('value' in made) return new Redirect(withNotice(LIST, 'added'));
    return this.formPage(call, { values: { name, username, email }, admin, confirmed, failures: made.failures });
  }

  @Endpoint.post(`${LIST}/:id/block`, {
    summary: 'Block a user in a browser',
    admin: true,
    params: UserIdParams,
    returns: returns.html,
    refuses: [UserNotFound, Forbidden, LdapBlockedStays],
  })
  async block(@Call() { params, user }: CallOf<typeof UserIdParams>) {
    // Nobody locks themselves out by a slip.
    if (params.id === user.userId) throw Forbidden();
    await this.blockUser.execute(params.id, 'blocked');
    return new Redirect(withNotice(LIST, 'blocked'));
  }

  @Endpoint.post(`${LIST}/:id/unblock`, {
    summary: 'Let a blocked user in again in a browser',
    admin: true,
    params: UserIdParams,
    returns: returns.html,
    refuses: [UserNotFound, Forbidden, LdapBlockedNotUnblocked],
  })
  async unblock(@Call() { params }: CallOf<typeof UserIdParams>) {
    await this.blockUser.execute(params.id, 'active');
    return new Redirect(withNotice(LIST, 'unblocked'));
  }

  @Endpoint.post(`${LIST}/:id/confirmation_link`, {
    summary: 'Show a link that confirms the address of a user, where no mail is sent',
    admin: true,
    params: UserIdParams,
    returns: returns.html,
    refuses: [UserNotFound, RouteNotFound],
  })
  async confirmationLink(@Call() call: CallOf<typeof UserIdParams>) {
    const user = await this.userFacts.one(call.params.id);
    const email = unconfirmedOf(user);
    if (this.mailer.configured || email === null) throw RouteNotFound();
    const link = await this.createConfirmationLink.execute(user, email, call.caller.baseUrl);
    const data = { title: 'Confirmation link', username: user.username, email, link };
    return new Html(this.pages.render(call, 'handed-link', data));
  }

  @Endpoint.post(`${LIST}/:id/password_reset_link`, {
    summary: 'Show a link for a new password of a user, where no mail is sent',
    admin: true,
    params: UserIdParams,
    returns: returns.html,
    refuses: [UserNotFound, RouteNotFound],
  })
  async passwordResetLink(@Call() call: CallOf<typeof UserIdParams>) {
    if (this.mailer.configured) throw RouteNotFound();
    const { username, email } = await this.userFacts.one(call.params.id);
    const link = `${call.caller.baseUrl}${await this.makeResetLink.execute(call.params.id)}`;
    const data = { title: 'Link for a new password', username, email, link };
    return new Html(this.pages.render(call, 'handed-link', data));
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
    const text = this.pages.render(call, 'new-user', { title: 'New user', ...form });
    return new Html(text, { status: form.failures.length > 0 ? 422 : 200 });
  }
}

const EVERYBODY = {
  username: undefined,
  identity: undefined,
  active: false,
  blocked: false,
  external: false,
  createdAfter: undefined,
  createdBefore: undefined,
  sort: 'asc',
  customAttributes: [],
} as const;
