import { Controller } from '@nestjs/common';
import { UserNotFound } from '@hearth/identity-contracts';
import { Call, Endpoint, Forbidden, Redirect, RouteNotFound, returns, type CallOf } from '@hearth/http';
import { z } from 'zod';
import { CreateConfirmationLink } from '../emails/create-confirmation-link.js';
import { EmailFacts } from '../emails/email.facts.js';
import { Mailer } from '../mail/mailer.js';
import { noticeOf, withNotice, type Notice } from '../pages/notices.js';
import { PageRenderer } from '../pages/page-renderer.js';
import { MakeResetLink } from '../password-resets/make-link.js';
import {
  LastAdmin,
  LdapBlockedNotUnblocked,
  LdapBlockedStays,
  TwoFactorNotEnabled,
  TwoFactorOfAdminStays,
} from '../refusals.js';
import { DisableTwoFactor } from '../two-factor/disable.js';
import { BlockUser } from '../blocking/block.js';
import { UserFacts } from '../users/user.facts.js';
import { UserIdParams } from '../users/user.params.js';
import { ChangeAccessParams, ConfirmationLinkParams, UserPageParams } from './admin.params.js';
import { presentUserPage, unconfirmedOf } from './user-page.view.js';

const USER = '/admin/users/:id';

/** The page on which admins see and manage one user. */
@Controller()
export class AdminUserController {
  constructor(
    private readonly userFacts: UserFacts,
    private readonly emailFacts: EmailFacts,
    private readonly blockUser: BlockUser,
    private readonly disableTwoFactor: DisableTwoFactor,
    private readonly createConfirmationLink: CreateConfirmationLink,
    private readonly makeResetLink: MakeResetLink,
    private readonly mailer: Mailer,
    private readonly pages: PageRenderer,
  ) {}

  @Endpoint.get(USER, {
    summary: 'Show a user to admins',
    admin: true,
    params: UserPageParams,
    returns: returns.html,
    refuses: [UserNotFound],
  })
  async show(@Call() call: CallOf<typeof UserPageParams>) {
    const { id, done } = call.params;
    const [user, emails] = await Promise.all([this.userFacts.one(id), this.emailFacts.unconfirmed(id)]);
    const shown = presentUserPage(user, emails, { callerId: call.user.userId, mails: this.mailer.configured });
    return this.pages.page(call, 'admin-user', { title: user.name, notice: noticeOf(done), ...shown });
  }

  @Endpoint.post(`${USER}/block`, {
    summary: 'Block a user in a browser',
    admin: true,
    params: ChangeAccessParams,
    returns: returns.html,
    refuses: [UserNotFound, Forbidden, LastAdmin, LdapBlockedStays],
  })
  async block(@Call() call: CallOf<typeof ChangeAccessParams>) {
    const { params, user } = call;
    // Admins cannot block or delete themselves by accident.
    if (params.id === user.userId) throw Forbidden();
    if (!params.confirmed) {
      const { name, username } = await this.userFacts.one(params.id);
      const text =
        'They can neither sign in nor use tokens and keys, until an administrator unblocks them. What belongs to them stays.';
      const question = { title: `Block ${name} (@${username})?`, text, button: 'Block', back: pathOf(params.id) };
      return this.pages.confirm(call, question);
    }
    await this.blockUser.execute(params.id, 'blocked');
    return backTo(params.id, 'blocked');
  }

  @Endpoint.post(`${USER}/unblock`, {
    summary: 'Let a blocked user in again in a browser',
    admin: true,
    params: UserIdParams,
    returns: returns.html,
    refuses: [UserNotFound, Forbidden, LdapBlockedNotUnblocked],
  })
  async unblock(@Call() { params }: CallOf<typeof UserIdParams>) {
    await this.blockUser.execute(params.id, 'active');
    return backTo(params.id, 'unblocked');
  }

  @Endpoint.post(`${USER}/disable_two_factor`, {
    summary: 'Disable two-factor authentication of a user in a browser',
    admin: true,
    params: ChangeAccessParams,
    returns: returns.html,
    refuses: [UserNotFound, TwoFactorNotEnabled, TwoFactorOfAdminStays],
  })
  async disableTheirTwoFactor(@Call() call: CallOf<typeof ChangeAccessParams>) {
    const { params } = call;
    if (!params.confirmed) {
      const { name, username } = await this.userFacts.one(params.id);
      const title = `Turn off two-factor authentication of ${name} (@${username})?`;
      const text = 'The password alone opens the account from then on.';
      return this.pages.confirm(call, { title, text, button: 'Turn it off', back: pathOf(params.id) });
    }
    await this.disableTwoFactor.byAdmin(params.id);
    return backTo(params.id, 'two-factor-off');
  }

  @Endpoint.post(`${USER}/confirmation_link`, {
    summary: 'Show a link that confirms an address of a user, where no mail is sent',
    admin: true,
    params: ConfirmationLinkParams,
    returns: returns.html,
    refuses: [UserNotFound, RouteNotFound],
  })
  async confirmationLink(@Call() call: CallOf<typeof ConfirmationLinkParams>) {
    const { id, email } = call.params;
    const [user, emails] = await Promise.all([this.userFacts.one(id), this.emailFacts.unconfirmed(id)]);
    if (this.mailer.configured || !unconfirmedOf(user, emails).includes(email)) throw RouteNotFound();
    const link = await this.createConfirmationLink.execute(user, email, call.caller.baseUrl);
    return toLink(id, { title: 'Confirmation link', email, link });
  }

  @Endpoint.post(`${USER}/password_reset_link`, {
    summary: 'Show a link for a new password of a user, where no mail is sent',
    admin: true,
    params: UserIdParams,
    returns: returns.html,
    refuses: [UserNotFound, RouteNotFound],
  })
  async passwordResetLink(@Call() call: CallOf<typeof UserIdParams>) {
    const { id } = call.params;
    if (this.mailer.configured) throw RouteNotFound();
    const { email } = await this.userFacts.one(id);
    const link = `${call.caller.baseUrl}${await this.makeResetLink.execute(id)}`;
    return toLink(id, { title: 'Link for a new password', email, link });
  }

  @Endpoint.get(`${USER}/link`, {
    summary: 'Show a link for a user once, where no mail is sent',
    admin: true,
    params: UserIdParams,
    returns: returns.html,
    refuses: [UserNotFound],
  })
  async link(@Call() call: CallOf<typeof UserIdParams>) {
    const { id } = call.params;
    const made = call.takeFlash(HandedLink);
    if (!made) return backTo(id, 'shown');
    const { username } = await this.userFacts.one(id);
    return this.pages.page(call, 'handed-link', { ...made, id, username });
  }
}

const HandedLink = z.object({ title: z.string(), email: z.string(), link: z.string() });

/** Redirects to the page that shows a link once. */
function toLink(id: number, flash: z.output<typeof HandedLink>): Redirect {
  return new Redirect(`${pathOf(id)}/link`, { flash });
}

function pathOf(id: number): string {
  return `/admin/users/${id}`;
}

function backTo(id: number, notice: Notice): Redirect {
  return new Redirect(withNotice(pathOf(id), notice));
}
