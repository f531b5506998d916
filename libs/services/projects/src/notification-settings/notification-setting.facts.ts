import { Injectable } from '@nestjs/common';
import { Calls } from '@hearth/calls';
import type { UserId } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import { MailAddressQuery } from '@hearth/identity-contracts';
import type { NotificationScope, NotificationSetting } from './notification-setting.rules.js';
import { NotificationSettingsStore } from './notification-settings.store.js';

/** Reads of notification settings. */
@Injectable()
export class NotificationSettingFacts {
  constructor(
    private readonly db: Database,
    private readonly calls: Calls,
    private readonly notificationSettingsStore: NotificationSettingsStore,
  ) {}

  one(userId: UserId, scope: NotificationScope): Promise<NotificationSetting> {
    return this.notificationSettingsStore.find(this.db, userId, scope);
  }

  /** Address of the user's mails: the main one, if the chosen one is no longer a confirmed address of the user. */
  async email(userId: UserId): Promise<string> {
    const wanted = await this.notificationSettingsStore.email(this.db, userId);
    return (await this.calls.query(MailAddressQuery, { userId, wanted })).email ?? '';
  }
}
