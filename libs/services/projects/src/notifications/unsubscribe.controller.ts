import { Controller } from '@nestjs/common';
import { Call, Endpoint, returns, v4, type CallOf } from '@hearth/http';
import { z } from 'zod';
import { PageRenderer } from '../pages/page-renderer.js';
import { LinkNotFound } from '../refusals.js';
import { EndMails } from './end-mails.js';
import { UnsubscribeLinks } from './unsubscribe-links.js';
import { presentEnd } from './unsubscribe.view.js';

const AT = '/-/sent_notifications/:token/unsubscribe';
const UnsubscribeParams = z.object({ token: v4.text({ most: 500 }).describe('Token of the link in a mail') });

/**
 * Link in mails. Opening it changes nothing, since mail scanners open links, too. A POST to it comes from mail programs (RFC
 * 8058), that from a browser from the page.
 */
@Controller()
export class UnsubscribeController {
  constructor(
    private readonly unsubscribeLinks: UnsubscribeLinks,
    private readonly endMails: EndMails,
    private readonly pages: PageRenderer,
  ) {}

  @Endpoint.get(AT, {
    summary: 'Show the page that ends the mails about a project or record',
    anonymous: 'allowed',
    params: UnsubscribeParams,
    returns: returns.html,
    refuses: [LinkNotFound],
  })
  ask(@Call() call: CallOf<typeof UnsubscribeParams>) {
    const { token } = call.params;
    return this.pages.page(call, 'unsubscribe', { ...presentEnd(this.known(token)).asks, token });
  }

  @Endpoint.post('/-/sent_notifications/:token/unsubscribed', {
    summary: 'End the mails about a project or record in a browser',
    anonymous: 'allowed',
    params: UnsubscribeParams,
    returns: returns.html,
    refuses: [LinkNotFound],
  })
  async confirm(@Call() call: CallOf<typeof UnsubscribeParams>) {
    const known = this.known(call.params.token);
    await this.endMails.execute(known);
    return this.pages.page(call, 'unsubscribed', presentEnd(known).ended);
  }

  @Endpoint.post(AT, {
    summary: 'End the mails about a project or record by the link in one of them (RFC 8058)',
    anonymous: 'allowed',
    at: 'root',
    credentials: 'own',
    params: UnsubscribeParams,
    returns: returns.empty,
    refuses: [LinkNotFound],
  })
  oneClick(@Call() { params }: CallOf<typeof UnsubscribeParams>): Promise<void> {
    return this.endMails.execute(this.known(params.token));
  }

  /** @throws LinkNotFound */
  private known(token: string) {
    const known = this.unsubscribeLinks.read(token);
    if (!known) throw LinkNotFound();
    return known;
  }
}
