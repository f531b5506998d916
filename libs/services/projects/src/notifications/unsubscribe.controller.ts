import { Controller } from '@nestjs/common';
import { Call, Endpoint, returns, v4, type CallOf } from '@hearth/http';
import { z } from 'zod';
import { UpdateNotificationSetting } from '../notification-settings/update.js';
import { PageRenderer } from '../pages/page-renderer.js';
import { LinkNotFound } from '../refusals.js';
import { UnsubscribeLinks } from './unsubscribe-links.js';

const AT = '/-/sent_notifications/:token/unsubscribe';
const UnsubscribeParams = z.object({ token: v4.text({ most: 500 }).describe('Token of the link in a mail') });

/**
 * Link in mails about a project. Opening it changes nothing, since mail scanners open links, too. A POST to it comes from mail programs (RFC
 * 8058), that from a browser from the page.
 */
@Controller()
export class UnsubscribeController {
  constructor(
    private readonly unsubscribeLinks: UnsubscribeLinks,
    private readonly updateNotificationSetting: UpdateNotificationSetting,
    private readonly pages: PageRenderer,
  ) {}

  @Endpoint.get(AT, {
    summary: 'Show the page that ends the mails about a project',
    anonymous: 'allowed',
    params: UnsubscribeParams,
    returns: returns.html,
    refuses: [LinkNotFound],
  })
  ask(@Call() call: CallOf<typeof UnsubscribeParams>) {
    const { token } = call.params;
    const all = this.known(token).projectId === null;
    const title = all ? 'End all mails' : 'End the mails about a project';
    return this.pages.page(call, 'unsubscribe', { title, all, token });
  }

  @Endpoint.post('/-/sent_notifications/:token/unsubscribed', {
    summary: 'End the mails about a project in a browser',
    anonymous: 'allowed',
    params: UnsubscribeParams,
    returns: returns.html,
    refuses: [LinkNotFound],
  })
  async confirm(@Call() call: CallOf<typeof UnsubscribeParams>) {
    await this.disable(call.params.token);
    const all = this.known(call.params.token).projectId === null;
    const title = all ? 'You get no more mails' : 'You get no more mails about this project';
    return this.pages.page(call, 'unsubscribed', { title, all });
  }

  @Endpoint.post(AT, {
    summary: 'End the mails about a project by the link in one of them (RFC 8058)',
    anonymous: 'allowed',
    at: 'root',
    credentials: 'own',
    params: UnsubscribeParams,
    returns: returns.empty,
    refuses: [LinkNotFound],
  })
  oneClick(@Call() { params }: CallOf<typeof UnsubscribeParams>): Promise<void> {
    return this.disable(params.token);
  }

  private disable(token: string): Promise<void> {
    const { userId, projectId } = this.known(token);
    if (projectId === null) return this.updateNotificationSetting.disableAll(userId);
    const changes = { level: 'disabled', events: {} } as const;
    return this.updateNotificationSetting.execute(userId, { kind: 'project', id: projectId }, changes);
  }

  /** @throws LinkNotFound */
  private known(token: string) {
    const known = this.unsubscribeLinks.read(token);
    if (!known) throw LinkNotFound();
    return known;
  }
}
