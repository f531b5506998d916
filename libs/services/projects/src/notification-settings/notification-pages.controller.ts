import { Controller } from '@nestjs/common';
import { Call, Endpoint, Redirect, returns, type CallOf } from '@hearth/http';
import { attempt, FIRST_PAGE, pageOf } from '@hearth/pages';
import { PageRenderer } from '../pages/page-renderer.js';
import { NotificationEmailInvalid } from '../refusals.js';
import { NotificationPageFacts } from './notification-page.facts.js';
import {
  GlobalSettingFormParams,
  NotificationPageParams,
  noticeOf,
  SourceSettingFormParams,
  withNotice,
} from './notification-page.params.js';
import { NOTIFICATIONS_PAGE, presentNotificationPage } from './notification-pages.view.js';
import { UpdateNotificationSetting } from './update.js';

const NO_SOURCE = { field: 'path', text: 'There is no project or group with this path.' };

/** Page of the current user's notification settings. */
@Controller()
export class NotificationPagesController {
  constructor(
    private readonly notificationPageFacts: NotificationPageFacts,
    private readonly updateNotificationSetting: UpdateNotificationSetting,
    private readonly pages: PageRenderer,
  ) {}

  @Endpoint.get(NOTIFICATIONS_PAGE, {
    summary: "Show one's notification settings",
    params: NotificationPageParams,
    returns: returns.html,
  })
  async show(@Call() call: CallOf<typeof NotificationPageParams>) {
    const fact = await this.notificationPageFacts.of(call.user, pageOf(call.params.page));
    const notice = noticeOf(call.params.done);
    return this.pages.page(call, 'notification-settings', presentNotificationPage(fact, { notice }));
  }

  @Endpoint.post(NOTIFICATIONS_PAGE, {
    summary: 'Change the notification settings of the instance in a browser',
    params: GlobalSettingFormParams,
    returns: returns.html,
  })
  async update(@Call() call: CallOf<typeof GlobalSettingFormParams>) {
    const { user, params } = call;
    const email = params.notification_email.trim();
    const changes = { level: params.level, events: {} };
    const saved = await attempt(
      () =>
        this.updateNotificationSetting.execute(user.userId, { kind: 'global' }, changes, {
          email: email || undefined,
          digest: params.digest,
        }),
      [NotificationEmailInvalid],
      { notification_email: 'Address' },
    );
    if ('value' in saved) return new Redirect(withNotice(NOTIFICATIONS_PAGE, 'saved'));
    const fact = await this.notificationPageFacts.of(user, FIRST_PAGE);
    const given = { failures: saved.failures, email };
    return this.pages.page(call, 'notification-settings', presentNotificationPage(fact, given));
  }

  @Endpoint.post(`${NOTIFICATIONS_PAGE}/sources`, {
    summary: 'Change the notification level of a project or group in a browser',
    params: SourceSettingFormParams,
    returns: returns.html,
  })
  async updateSource(@Call() call: CallOf<typeof SourceSettingFormParams>) {
    const { user, params } = call;
    const path = params.path.trim();
    const source = await this.notificationPageFacts.source(user, path);
    if (source) {
      const changes = { level: params.source_level, events: {} };
      await this.updateNotificationSetting.execute(user.userId, source, changes);
      return new Redirect(withNotice(NOTIFICATIONS_PAGE, 'saved'));
    }
    const fact = await this.notificationPageFacts.of(user, FIRST_PAGE);
    const given = { failures: [NO_SOURCE], path };
    return this.pages.page(call, 'notification-settings', presentNotificationPage(fact, given));
  }
}
