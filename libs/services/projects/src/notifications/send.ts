import { Injectable } from '@nestjs/common';
import { Calls } from '@hearth/calls';
import type { UserId } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import { SendMailCommand } from '@hearth/identity-contracts';
import { Job, type JobDataOf } from '@hearth/jobs';
import { SendCommentsNotificationJob, SendNotificationJob } from '../jobs.js';
import { NotificationSettingsStore } from '../notification-settings/notification-settings.store.js';
import { MailHtml } from './mail-html.js';
import { presentMail } from './mail.view.js';
import { NotificationFacts, type Notification } from './notification.facts.js';

/** Longest wait for the mail server. */
const PATIENCE_MS = 60_000;

/** Sends one user a mail about an event, if they may read its record now. */
@Injectable()
export class SendNotification {
  constructor(
    private readonly db: Database,
    private readonly calls: Calls,
    private readonly notificationFacts: NotificationFacts,
    private readonly notificationSettingsStore: NotificationSettingsStore,
    private readonly mailHtml: MailHtml,
  ) {}

  @Job(SendCommentsNotificationJob)
  ofComments(notification: JobDataOf<typeof SendCommentsNotificationJob>): Promise<void> {
    return this.execute(notification);
  }

  /** While the mail server is unavailable the job fails, and is retried. */
  @Job(SendNotificationJob)
  async execute(notification: Notification): Promise<void> {
    const userId = notification.userId as UserId;
    const facts = await this.notificationFacts.readable(notification);
    if (!facts) return;
    const { body, ...mail } = presentMail(facts);
    const [wanted, html] = await Promise.all([
      this.notificationSettingsStore.email(this.db, userId),
      this.mailHtml.of(mail.subject, body, userId),
    ]);
    await this.calls.command(SendMailCommand, { userId, wanted, ...mail, html }, { timeoutMs: PATIENCE_MS });
  }
}
