import { Controller } from '@nestjs/common';
import { UserNotFound } from '@hearth/identity-contracts';
import { Call, Endpoint, Html, Redirect, returns, type CallOf, type EndpointCall } from '@hearth/http';
import { attempt, FIRST_PAGE, type FormFailure, pageLinks, pageOf } from '@hearth/pages';
import { Mailer } from '../mail/mailer.js';
import { ListPageParams, noticeOf, withNotice } from '../pages/notices.js';
import { PageRenderer } from '../pages/page-renderer.js';
import { EmailInvalid, EmailNotFound } from '../refusals.js';
import { UserFacts } from '../users/user.facts.js';
import { CreateEmail } from './create.js';
import { DeleteEmail } from './delete.js';
import { EmailFacts } from './email.facts.js';
import { DeleteEmailFormParams, EmailFormParams } from './email.params.js';

const LIST = '/-/profile/emails';

/** Content of the page besides the addresses. */
interface Shown {
  readonly notice: string | null;
  readonly failures: readonly FormFailure[];
  readonly values: { readonly email: string };
}

/** Pages of the current user's addresses. */
@Controller()
export class EmailPagesController {
  constructor(
    private readonly userFacts: UserFacts,
    private readonly emailFacts: EmailFacts,
    private readonly createEmail: CreateEmail,
    private readonly deleteEmail: DeleteEmail,
    private readonly pages: PageRenderer,
    private readonly mailer: Mailer,
  ) {}

  @Endpoint.get(LIST, {
    summary: "Show one's e-mail addresses",
    params: ListPageParams,
    returns: returns.html,
    refuses: [UserNotFound],
  })
  list(@Call() call: CallOf<typeof ListPageParams>) {
    const shown = { notice: noticeOf(call.params.done), failures: [], values: { email: '' } };
    return this.listPage(call, shown, pageOf(call.params.page));
  }

  @Endpoint.post(LIST, {
    summary: 'Add an e-mail address in a browser',
    params: EmailFormParams,
    returns: returns.html,
    refuses: [UserNotFound],
  })
  async create(@Call() call: CallOf<typeof EmailFormParams>) {
    const email = call.params.email.trim();
    const made = await attempt(() => this.createEmail.forOneself(call.user.userId, email), [EmailInvalid], {
      email: 'E-mail address',
    });
    if ('value' in made) return new Redirect(withNotice(LIST, 'confirm'));
    return this.listPage(call, { notice: null, failures: made.failures, values: { email } });
  }

  @Endpoint.post(`${LIST}/:email_id/delete`, {
    summary: 'Delete an e-mail address in a browser',
    params: DeleteEmailFormParams,
    returns: returns.html,
    refuses: [EmailNotFound],
  })
  async delete(@Call() call: CallOf<typeof DeleteEmailFormParams>) {
    const { params, user, unlessModified } = call;
    if (!params.confirmed) {
      const { email } = await this.emailFacts.one(user.userId, params.email_id);
      const text = 'Commits with this address are no longer shown as yours.';
      return this.pages.confirm(call, { title: `Delete the address ${email}?`, text, button: 'Delete', back: LIST });
    }
    await this.deleteEmail.execute(user.userId, params.email_id, unlessModified);
    return new Redirect(withNotice(LIST, 'deleted'));
  }

  private async listPage(call: EndpointCall<unknown>, shown: Shown, request = FIRST_PAGE): Promise<Html> {
    const { userId } = call.user;
    const [user, page] = await Promise.all([this.userFacts.one(userId), this.emailFacts.page(userId, request)]);
    const data = {
      title: 'E-mail addresses',
      mails: this.mailer.configured,
      main: { email: user.email, confirmed: user.confirmedAt !== null, wanted: user.unconfirmedEmail },
      emails: page.items.map(({ id, email, confirmedAt }) => ({ id, email, confirmed: confirmedAt !== null })),
      pager: pageLinks(page, LIST),
      ...shown,
    };
    return this.pages.page(call, 'emails', data);
  }
}
