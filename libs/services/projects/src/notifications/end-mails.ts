import { Injectable } from '@nestjs/common';
import { Database } from '@hearth/data';
import { UpdateNotificationSetting } from '../notification-settings/update.js';
import { RecipientsStore } from './recipients.store.js';
import type { Unsubscription } from './unsubscribe-links.js';

/** Ends the mails that a link in one of them names. */
@Injectable()
export class EndMails {
  constructor(
    private readonly db: Database,
    private readonly recipientsStore: RecipientsStore,
    private readonly updateNotificationSetting: UpdateNotificationSetting,
  ) {}

  execute({ userId, projectId, commitId }: Unsubscription): Promise<void> {
    if (projectId === null) return this.updateNotificationSetting.disableAll(userId);
    if (commitId !== undefined)
      return this.db.tx((tx) => this.recipientsStore.leaveCommit(tx, { userId, projectId, commitId }));
    const changes = { level: 'disabled', events: {} } as const;
    return this.updateNotificationSetting.execute(userId, { kind: 'project', id: projectId }, changes);
  }
}
