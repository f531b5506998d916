import { Controller } from '@nestjs/common';
import { Call, Endpoint, returns, type CallOf } from '@hearth/http';
import { CONFIRMATION_PATH } from '../mail/confirmation-mail.rules.js';
import { PageRenderer } from '../pages/page-renderer.js';
import { ConfirmationInvalid } from '../refusals.js';
import { ConfirmEmail } from './confirm.js';
import { ConfirmationParams } from './email.params.js';

/** Page of the link in a confirmation mail. Its button confirms; opening the page changes nothing, since mail scanners open links, too. */
@Controller()
export class ConfirmationController {
  constructor(
    private readonly confirmEmail: ConfirmEmail,
    private readonly pages: PageRenderer,
  ) {}

  @Endpoint.get(CONFIRMATION_PATH, {
    summary: 'Show the page that confirms an e-mail address',
    anonymous: 'allowed',
    params: ConfirmationParams,
    returns: returns.html,
  })
  ask(@Call() call: CallOf<typeof ConfirmationParams>) {
    const data = { title: 'Confirm an address', token: call.params.confirmation_token };
    return this.pages.page(call, 'confirm-email', data);
  }

  @Endpoint.post(CONFIRMATION_PATH, {
    summary: 'Confirm an e-mail address by a token that was mailed to it',
    anonymous: 'allowed',
    params: ConfirmationParams,
    returns: returns.html,
  })
  async confirm(@Call() call: CallOf<typeof ConfirmationParams>) {
    try {
      await this.confirmEmail.execute(call.params.confirmation_token);
    } catch (error) {
      if (!ConfirmationInvalid.is(error)) throw error;
      return this.pages.page(call, 'link-lost', { title: 'This link counts no longer' }, { status: 404 });
    }
    return this.pages.page(call, 'email-confirmed', { title: 'Address confirmed' });
  }
}
