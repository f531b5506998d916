import { Injectable } from '@nestjs/common';
import { Calls } from '@hearth/calls';
import { Database } from '@hearth/data';
import { UnsubscribeCommand } from '@hearth/merge-requests-contracts';
import { IssuesStore } from '../issues/issues.store.js';
import { UpdateNotificationSetting } from '../notification-settings/update.js';
import { RecipientsStore } from './recipients.store.js';
import type { Unsubscription } from './unsubscribe-links.js';

/** Ends the mails that a link in one of them names. */
@Injectable()
export class EndMails {
  constructor(
    private readonly db: Database,
    private readonly calls: Calls,
    private readonly issuesStore: IssuesStore,
    private readonly recipientsStore: RecipientsStore,
    private readonly updateNotificationSetting: UpdateNotificationSetting,
  ) {}

  async execute({ userId, projectId, issueId, mergeRequestId, commitId }: Unsubscription): Promise<void> {
    if (projectId === null) return this.updateNotificationSetting.disableAll(userId);
    if (issueId !== undefined) return this.db.tx((tx) => this.issuesStore.subscribe(tx, issueId, userId, false));
    if (mergeRequestId !== undefined) {
      await this.calls.command(UnsubscribeCommand, { id: mergeRequestId, userId });
      return;
    }
    if (commitId !== undefined)
      return this.db.tx((tx) => this.recipientsStore.leaveCommit(tx, { userId, projectId, commitId }));
    const changes = { level: 'disabled', events: {} } as const;
    return this.updateNotificationSetting.execute(userId, { kind: 'project', id: projectId }, changes);
  }
}
