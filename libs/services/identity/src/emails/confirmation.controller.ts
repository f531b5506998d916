import { Controller } from '@nestjs/common';
import { Call, Endpoint, Stream, returns, type CallOf } from '@hearth/http';
import { CONFIRMATION_PATH } from '../mail/confirmation-mail.rules.js';
import { ConfirmationInvalid } from '../refusals.js';
import { ConfirmEmail } from './confirm.js';
import { ConfirmationParams } from './email.params.js';
import { PAGE_POLICY, confirmationPage, confirmedPage } from './confirmation-page.view.js';

/** The page that mails lead to. Opening it changes nothing, since mail scanners open links, too: its button does. */
@Controller()
export class ConfirmationController {
  constructor(private readonly confirmEmail: ConfirmEmail) {}

  @Endpoint.get(CONFIRMATION_PATH, {
    summary: 'Show the page that confirms an e-mail address',
    at: 'root',
    anonymous: 'allowed',
    params: ConfirmationParams,
    returns: returns.stream('text/html'),
  })
  ask(@Call() { params }: CallOf<typeof ConfirmationParams>) {
    return page(confirmationPage(params.confirmation_token));
  }

  @Endpoint.post(CONFIRMATION_PATH, {
    summary: 'Confirm an e-mail address by a token that was mailed to it',
    at: 'root',
    status: 200,
    anonymous: 'allowed',
    params: ConfirmationParams,
    returns: returns.stream('text/html'),
    refuses: [ConfirmationInvalid],
  })
  async confirm(@Call() { params }: CallOf<typeof ConfirmationParams>) {
    await this.confirmEmail.execute(params.confirmation_token);
    return page(confirmedPage);
  }
}

/** The token is in the address: the page is kept nowhere, and names no page that it leads to. */
function page(html: string): Stream {
  const headers = { 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' };
  return new Stream(Buffer.from(html), { type: 'text/html; charset=utf-8', policy: PAGE_POLICY, headers });
}
