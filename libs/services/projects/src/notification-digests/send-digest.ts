import { Injectable } from '@nestjs/common';
import { Calls } from '@hearth/calls';
import { OwnAddress } from '@hearth/config';
import type { UserId } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import { SendMailCommand } from '@hearth/identity-contracts';
import { Job, type JobDataOf } from '@hearth/jobs';
import { z } from 'zod';
import { SendCommentsNotificationJob, SendDigestJob, SendNotificationJob } from '../jobs.js';
import { NotificationSettingsStore } from '../notification-settings/notification-settings.store.js';
import { presentMail, type MailBody } from '../notifications/mail.view.js';
import { NotificationFacts } from '../notifications/notification.facts.js';
import { UnsubscribeLinks } from '../notifications/unsubscribe-links.js';
import { PageRenderer } from '../pages/page-renderer.js';
import { presentDigest, presentDigestMail } from './digest.view.js';
import { DigestsStore } from './digests.store.js';

/** Longest wait for the mail server. */
const PATIENCE_MS = 60_000;

/** The job of comments is first: the schema of the other one would drop `noteIds`. */
const StoredNotification = z.union([SendCommentsNotificationJob.data, SendNotificationJob.data]);

/** Sends a user one mail about several events, of which those are left out whose records the user may not read now. */
@Injectable()
export class SendDigest {
  constructor(
    private readonly db: Database,
    private readonly calls: Calls,
    private readonly digestsStore: DigestsStore,
    private readonly notificationFacts: NotificationFacts,
    private readonly notificationSettingsStore: NotificationSettingsStore,
    private readonly unsubscribeLinks: UnsubscribeLinks,
    private readonly ownAddress: OwnAddress,
    private readonly pages: PageRenderer,
  ) {}

  /** While the mail server is unavailable the job fails, and is retried with the same mails. */
  @Job(SendDigestJob)
  async execute({ userId: id, batch }: JobDataOf<typeof SendDigestJob>): Promise<void> {
    const userId = id as UserId;
    const mails = await this.readableOf(batch);
    if (mails.length > 0) await this.send(userId, batch, mails);
    await this.db.tx((tx) => this.digestsStore.delete(tx, batch));
  }

  private async readableOf(batch: string): Promise<MailBody[]> {
    const mails: MailBody[] = [];
    for (const { notification } of await this.digestsStore.ofBatch(this.db, batch)) {
      const facts = await this.notificationFacts.readable(StoredNotification.parse(notification));
      if (facts) mails.push(presentMail(facts).body);
    }
    return mails;
  }

  private async send(userId: UserId, key: string, mails: readonly MailBody[]): Promise<void> {
    const baseUrl = this.ownAddress.url!;
    const unsubscribeUrl = this.unsubscribeLinks.urlFor(baseUrl, { userId, projectId: null });
    const facts = { key, mails, baseUrl, unsubscribeUrl };
    const html = this.pages.mail('digest-mail', presentDigest(facts));
    const wanted = await this.notificationSettingsStore.email(this.db, userId);
    const mail = { userId, wanted, ...presentDigestMail(facts), html };
    await this.calls.command(SendMailCommand, mail, { timeoutMs: PATIENCE_MS });
  }
}
