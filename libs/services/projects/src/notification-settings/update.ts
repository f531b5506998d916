import { Injectable } from '@nestjs/common';
import { Calls } from '@hearth/calls';
import type { UserId } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import { MailAddressQuery } from '@hearth/identity-contracts';
import type { Digest } from '../notification-digests/digest.rules.js';
import { NotificationEmailInvalid } from '../refusals.js';
import type { NotificationChanges, NotificationScope } from './notification-setting.rules.js';
import { NotificationSettingsStore } from './notification-settings.store.js';

interface Delivery {
  readonly email?: string | undefined;
  readonly digest?: Digest | undefined;
}

/** Changes the notification settings of a user. */
@Injectable()
export class UpdateNotificationSetting {
  constructor(
    private readonly db: Database,
    private readonly calls: Calls,
    private readonly notificationSettingsStore: NotificationSettingsStore,
  ) {}

  /**
   * @param delivery of the mails of the whole instance; `undefined` leaves a field as it is
   * @throws NotificationEmailInvalid when it is not a confirmed address of the user
   */
  async execute(
    userId: UserId,
    scope: NotificationScope,
    changes: NotificationChanges,
    { email, digest }: Delivery = {},
  ): Promise<void> {
    if (email !== undefined) {
      const { isWanted } = await this.calls.query(MailAddressQuery, { userId, wanted: email });
      if (!isWanted) throw NotificationEmailInvalid();
    }
    await this.db.tx(async (tx) => {
      await this.notificationSettingsStore.save(tx, userId, scope, changes);
      if (email !== undefined) await this.notificationSettingsStore.setEmail(tx, userId, email);
      if (digest !== undefined) await this.notificationSettingsStore.setDigest(tx, userId, digest);
    });
  }

  /** Ends all mails to a user: those of the instance, and of the projects and groups with a level of their own. */
  async disableAll(userId: UserId): Promise<void> {
    await this.db.tx(async (tx) => {
      await this.notificationSettingsStore.save(tx, userId, { kind: 'global' }, { level: 'disabled', events: {} });
      await this.notificationSettingsStore.disableSources(tx, userId);
    });
  }
}
